import { createHash } from 'node:crypto';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import type { Design } from '@inkbear/contracts/books/design';
import { readBookForOwner, readDesignAndMatter } from '@inkbear/contracts/books/internal';
import type { Matter } from '@inkbear/contracts/books/matter';
import { type DocxSettings, editionLimits, type FileProfile } from '@inkbear/contracts/export/edition';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { toManuscript } from '../rendering/manuscript.ts';
import { describeScriptProblem } from '../rendering/script-problem.ts';
import { readChapters } from '../sources/read-chapters.ts';
import { type EditionRow, hasPages } from './edition.ts';
import { type FrozenBook, lengthOf } from './frozen-book.ts';

export interface FreezeRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly docx: DocxSettings;
  readonly profiles: readonly FileProfile[];
  readonly signal: AbortSignal;
}

/** A book at one moment, without the texts of its chapters. */
export interface BookState {
  readonly book: Book;
  readonly allChapters: readonly ChapterListItem[];
  readonly design: Design;
  readonly matter: Matter;
  /** States with the same hash have the same texts and give the same files. */
  readonly hash: string;
}

/** A frozen book, and what its edition stores of it. */
export interface Frozen extends Pick<EditionRow, 'revisions' | 'length' | 'pdfRefusal'> {
  readonly state: BookState;
  readonly frozen: FrozenBook;
}

/** Somebody who writes in the book changes it about once a second. */
const maxRounds = 5;

/** Reads a book's present state. Throws 404 when the book is not the user's. */
export async function readBookState(
  peers: Peers,
  { bookId, userId, docx, signal }: Omit<FreezeRequest, 'profiles'>,
): Promise<BookState> {
  const request = { params: { id: bookId }, query: { userId }, timeoutMs: 10_000, signal };
  const { design, matter } = await peers.call(readDesignAndMatter, request);
  const { book, chapters: allChapters } = await peers.call(readBookForOwner, request);
  const { title, authorName, penName, publishingHouse, dedication, introduction, synopsis, language } = book;
  const content = {
    book: [title, authorName, penName, publishingHouse, dedication, introduction, synopsis, language],
    chapters: allChapters.map((chapter) => [chapter.id, chapter.rev, chapter.title]),
    design: design.rev,
    matter: matter.rev,
    docx: [docx.paper, docx.face, docx.contact],
  };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { book, allChapters, design, matter, hash };
}

/**
 * Reads the texts of one moment without a lock: after the texts the state is read again. Where it has changed meanwhile,
 * the changed chapters are read again. Throws 503 `export.busy` when the book changes all the time, 400 for a book
 * without texts, and 400 or 413 when it is too long for the requested files.
 * @param first the state that was read last
 */
export async function freezeBook(peers: Peers, request: FreezeRequest, first: BookState): Promise<Frozen> {
  const texts = new Map<string, Chapter>();
  let before = first;
  for (let round = 0; round < maxRounds; round += 1) {
    await readChangedTexts(peers, request, before, texts);
    const state = await readBookState(peers, request);
    const isUnchanged = state.hash === before.hash;
    // A chapter that was in the trash when its text was read, and was restored since, is listed but has no text yet.
    if (isUnchanged && state.allChapters.every(({ id }) => texts.has(id))) return toFrozen(state, texts, request);
    before = state;
  }
  throw new ProblemError('export.busy', { retryAfterSeconds: 3 });
}

/** Reads the chapters whose texts are missing in `texts` or have another revision. */
async function readChangedTexts(
  peers: Peers,
  { bookId, userId, profiles, signal }: FreezeRequest,
  { allChapters }: BookState,
  texts: Map<string, Chapter>,
): Promise<void> {
  const ids = new Set(allChapters.map(({ id }) => id));
  for (const id of texts.keys()) if (!ids.has(id)) texts.delete(id);
  const changed = allChapters.filter(({ id, rev }) => texts.get(id)?.rev !== rev);
  for (const { id } of changed) texts.delete(id);
  let length = [...texts.values()].reduce((sum, { content }) => sum + content.length, 0);
  requireLength(length, profiles);
  for await (const chapter of readChapters(peers, { bookId, userId, chapterList: changed, signal })) {
    length += chapter.content.length;
    requireLength(length, profiles);
    texts.set(chapter.id, chapter);
  }
}

/** Throws 400 when a manuscript of this many UTF-16 units is too long for a PDF, and 413 when it is for any file. */
export function requireLength(length: number, profiles: readonly FileProfile[]): void {
  if (length > editionLimits.length) throw new ProblemError('export.too_large');
  if (length > editionLimits.pdfLength && profiles.some(hasPages)) throw new ProblemError('export.too_long');
}

/** Throws 400 or 413 when one of these files cannot be made of a frozen book. */
export function requireFormatsPossible(
  { length, pdfRefusal }: Pick<EditionRow, 'length' | 'pdfRefusal'>,
  profiles: readonly FileProfile[],
): void {
  requireLength(length, profiles);
  if (pdfRefusal !== null && profiles.some(hasPages))
    throw new ProblemError('export.script_not_set', { message: pdfRefusal });
}

function toFrozen(state: BookState, texts: ReadonlyMap<string, Chapter>, { docx, profiles }: FreezeRequest): Frozen {
  const { book, allChapters, design: savedDesign, matter } = state;
  const { rev, ...design } = savedDesign;
  const chapters = allChapters.flatMap((chapter) => {
    const text = texts.get(chapter.id);
    return text ? [{ ...text, title: chapter.title }] : [];
  });
  const manuscript = toManuscript(book, chapters, { allChapters, design, isbn: '', matter });
  const length = lengthOf(manuscript);
  requireLength(length, profiles);
  const pdfRefusal = length > editionLimits.pdfLength ? null : describeScriptProblem(manuscript);
  requireFormatsPossible({ length, pdfRefusal }, profiles);
  return {
    pdfRefusal,
    state,
    frozen: { manuscript, design, docx },
    revisions: {
      design: rev,
      matter: matter.rev,
      chapters: allChapters.map((chapter) => ({ id: chapter.id, rev: chapter.rev })),
    },
    length,
  };
}
