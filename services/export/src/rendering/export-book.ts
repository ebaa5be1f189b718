import { pressDesignOf } from '@inkbear/contracts/books/manuscript';
import {
  findScopeForOwner,
  readBookForOwner,
  readChapterForOwner,
  readDesignAndMatter,
  readProvenanceForOwner,
} from '@inkbear/contracts/books/internal';
import type { DesignSettings } from '@inkbear/contracts/books/design';
import { exportFileFinished } from '@inkbear/contracts/events';
import { canExportBook, canExportChapter } from '@inkbear/contracts/plans';
import type { Profile } from '@inkbear/press/geometry';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { readAllChapters } from '../sources/read-all-chapters.ts';
import { toManuscript, toOutline } from './manuscript.ts';
import { toProvenanceDocument } from './provenance-document.ts';
import type { Typeset } from './typesetting-pool.ts';
import { requireSupportedScript } from './script-problem.ts';
import type { BookTypography } from './typeset.process.ts';

interface Deps {
  peers: Peers;
  outbox: Outbox;
}

interface BookRequest {
  bookId: string;
  userId: string;
  signal: AbortSignal;
}

export type PdfKind = 'ebook' | 'paperback';

const profileOf: Record<PdfKind, Profile> = { ebook: 'screen', paperback: 'print' };

type Format = PdfKind | 'outline' | 'chapter';

export interface ExportedFile {
  readonly pdf: Uint8Array;
  readonly fileName: string;
}

/**
 * Checks ownership and plan before any text is loaded, because a book may have many megabytes. Throws 404 for another
 * user's book or chapter, and 403 `plan.required` when the plan does not include the export.
 */
export async function requireBookExport(
  { peers, entitlements, clock }: { peers: Peers; entitlements: Entitlements; clock: Clock },
  { userId, ...target }: { userId: string; bookId: string; chapterId: string | undefined },
): Promise<void> {
  await peers.call(findScopeForOwner, { query: { userId, ...target } });
  const [mayExport, message] =
    target.chapterId === undefined
      ? ([canExportBook, 'Full-book export needs a Pro plan.'] as const)
      : ([canExportChapter, 'Chapter export needs an active Pro plan.'] as const);
  await entitlements.require(
    userId,
    (entitlement) => mayExport(entitlement, clock.now()),
    new ProblemError('plan.required', { message }),
  );
}

/**
 * Typesets a whole book and publishes the event. Throws 400 when the book is empty, too long for a PDF or in a script
 * that a PDF cannot have yet.
 */
export async function exportBook(
  deps: Deps,
  typeset: Typeset,
  { edition: pdfKind, ...request }: BookRequest & { edition: PdfKind },
): Promise<ExportedFile> {
  const { book, chapters: allChapters, design, matter } = await readDesignedBook(deps.peers, request);
  const written = await readAllChapters(deps.peers, { ...request, chapterList: allChapters });
  const isbn = pdfKind === 'paperback' ? design.isbnPrint : design.isbnEbook;
  const manuscript = toManuscript(book, written, { allChapters, design, isbn, matter });
  requireSupportedScript(manuscript);
  const pdf = await typeset({ kind: 'book', manuscript, profile: profileOf[pdfKind], ...typographyOf(design) });
  await publishFinished(deps.outbox, { ...request, chapterId: null, format: pdfKind });

  return { pdf, fileName: `${book.title}.pdf` };
}

/**
 * Typesets one chapter and publishes the event. Throws 404 when it is missing and 400 when it is empty or
 * in a script that a PDF cannot have yet.
 */
export async function exportChapter(
  deps: Deps,
  typeset: Typeset,
  { chapterId, ...request }: BookRequest & { chapterId: string },
): Promise<ExportedFile> {
  const { book, chapters, design } = await readDesignedBook(deps.peers, request);
  if (!chapters.some(({ id }) => id === chapterId)) throw new ProblemError('books.chapter_not_found');
  const chapter = await deps.peers.call(readChapterForOwner, {
    params: { id: chapterId },
    query: { userId: request.userId },
    timeoutMs: 10_000,
    signal: request.signal,
  });
  const plan = { allChapters: chapters, design, isbn: '', matter: { pieces: [] } };
  const manuscript = toManuscript(book, [chapter], plan);
  requireSupportedScript(manuscript);
  const pdf = await typeset({ kind: 'chapter', manuscript, ...typographyOf(design) });
  await publishFinished(deps.outbox, { ...request, chapterId, format: 'chapter' });

  return { pdf, fileName: `${book.title}-chapter.pdf` };
}

/**
 * Typesets a book's outline and publishes the event. Throws 400 when the book has neither an outline nor chapters, or
 * when its outline is in a script that a PDF cannot have yet.
 */
export async function exportOutline(deps: Deps, typeset: Typeset, request: BookRequest): Promise<ExportedFile> {
  const { book, chapters } = await readBook(deps.peers, request);
  const outline = toOutline(book, chapters);
  const { title, language, text } = outline;
  requireSupportedScript({ title, language, chapters: [{ number: 1, title: '', text }] }, 'its text can be copied');
  const pdf = await typeset({ kind: 'outline', outline });
  await publishFinished(deps.outbox, { ...request, chapterId: null, format: 'outline' });

  return { pdf, fileName: `${book.title}-outline.pdf` };
}

/** Typesets where the words of a book come from. Throws 400 when the book’s title is in a script that a PDF cannot have yet. */
export async function exportProvenance(
  { peers }: Pick<Deps, 'peers'>,
  typeset: Typeset,
  request: BookRequest,
): Promise<ExportedFile> {
  const { bookId, userId, signal } = request;
  const { book, chapters } = await readBook(peers, request);
  const provenance = await peers.call(readProvenanceForOwner, {
    params: { id: bookId },
    query: { userId },
    timeoutMs: 30_000,
    signal,
  });
  const outline = toProvenanceDocument(book, chapters, provenance);
  const { title, language, text } = outline;
  requireSupportedScript(
    { title, language, chapters: [{ number: 1, title: '', text }] },
    'the page Origins can be read',
  );
  const pdf = await typeset({ kind: 'outline', outline });

  return { pdf, fileName: `${book.title}-origins.pdf` };
}

const readBook = (peers: Peers, { bookId, userId, signal }: BookRequest) =>
  peers.call(readBookForOwner, { params: { id: bookId }, query: { userId }, timeoutMs: 10_000, signal });

async function readDesignedBook(peers: Peers, request: BookRequest) {
  const { bookId, userId, signal } = request;
  const [bookAndChapters, designed] = await Promise.all([
    readBook(peers, request),
    peers.call(readDesignAndMatter, { params: { id: bookId }, query: { userId }, signal }),
  ]);
  return { ...bookAndChapters, ...designed };
}

const typographyOf = (design: DesignSettings): BookTypography => ({
  design: pressDesignOf(design),
  family: design.face,
});

const publishFinished = (
  outbox: Outbox,
  { bookId, userId, chapterId, format }: BookRequest & { chapterId: string | null; format: Format },
) => outbox.run(({ emit }) => emit(exportFileFinished, bookId, { userId, bookId, chapterId, format }));
