import type { IncomingHttpHeaders } from 'node:http';
import { findScopeForOwner, readBookForOwner, readChapterForOwner } from '@inkbear/contracts/books/internal';
import { exportFinished, storyExported } from '@inkbear/contracts/events';
import { exportBookPdf, exportOutlinePdf, exportStoryPdf } from '@inkbear/contracts/export/export';
import { canExportBook, canExportChapter } from '@inkbear/contracts/plans';
import { readStoryForOwner } from '@inkbear/contracts/stories/internal';
import type { Edition } from '@inkbear/press/geometry';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { attachment, inline } from './attachment.ts';
import { toManuscript, toOutline, toStoryManuscript } from './manuscript.ts';
import type { Press, Typeset } from './press.ts';
import { readTexts } from '../sources/read-texts.ts';

interface Deps {
  press: Press;
  peers: Peers;
  entitlements: Entitlements;
  outbox: Outbox;
  clock: Clock;
}

/** Browsers say where a navigation began; `none` is an address that was typed or a bookmark. */
const isFromElsewhere = (headers: IncomingHttpHeaders): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

interface BookRequest {
  bookId: string;
  chapterId: string | undefined;
  edition: Edition;
  userId: string;
  signal: AbortSignal;
}

type Format = 'ebook' | 'paperback' | 'outline' | 'chapter';

export function exportRoutes({ press, peers, entitlements, outbox, clock }: Deps): ServedRoute[] {
  const finish = (userId: string, bookId: string, chapterId: string | null, format: Format) =>
    outbox.run(({ emit }) => emit(exportFinished, bookId, { userId, bookId, chapterId, format }));

  const readBook = (id: string, userId: string, signal: AbortSignal) =>
    peers.call(readBookForOwner, { params: { id }, query: { userId }, timeoutMs: 10_000, signal });

  /** Ownership and plan, before any text is loaded: a book may be many megabytes. */
  const requireBookExport = async (userId: string, place: { bookId: string; chapterId?: string | undefined }) => {
    await peers.call(findScopeForOwner, { query: { userId, ...place } });
    const [mayExport, message] =
      place.chapterId === undefined
        ? ([canExportBook, 'Full-book export needs a Pro plan.'] as const)
        : ([canExportChapter, 'Chapter export needs an active Pro plan.'] as const);
    await entitlements.require(
      userId,
      (entitlement) => mayExport(entitlement, clock.now()),
      new ProblemError('plan.required', { message }),
    );
  };

  /** The whole book, or one of its chapters. */
  const printBook = async (typeset: Typeset, { bookId, chapterId, edition, userId, signal }: BookRequest) => {
    const { book, chapters } = await readBook(bookId, userId, signal);

    if (chapterId === undefined) {
      const manuscript = toManuscript(
        book,
        await readTexts(peers, { bookId: book.id, userId, listed: chapters, signal }),
      );
      const pdf = await typeset({ kind: 'book', manuscript, edition });
      await finish(userId, book.id, null, edition);
      return reply(200, pdf, attachment(`${book.title}.pdf`));
    }

    if (!chapters.some(({ id }) => id === chapterId)) throw new ProblemError('books.chapter_not_found');
    const chapter = await peers.call(readChapterForOwner, {
      params: { id: chapterId },
      query: { userId },
      timeoutMs: 10_000,
      signal,
    });
    const pdf = await typeset({
      kind: 'chapter',
      manuscript: toManuscript(book, [chapter]),
      chapterNumber: chapter.chapterNumber,
    });
    await finish(userId, book.id, chapter.id, 'chapter');
    return reply(200, pdf, attachment(`${book.title}-chapter.pdf`));
  };

  return [
    serve(exportBookPdf, async ({ params, body, identity: { userId }, signal }) => {
      const chapterId = body.chapterId ?? undefined;
      await requireBookExport(userId, { bookId: params.id, chapterId });
      return await press.inTurn({ share: userId, signal }, (typeset) =>
        printBook(typeset, { bookId: params.id, chapterId, edition: body.subFormat, userId, signal }),
      );
    }),

    serve(exportOutlinePdf, ({ params, identity: { userId }, signal }) =>
      press.inTurn({ share: userId, signal }, async (typeset) => {
        const { book, chapters } = await readBook(params.id, userId, signal);
        const pdf = await typeset({ kind: 'outline', outline: toOutline(book, chapters) });
        await finish(userId, book.id, null, 'outline');
        return reply(200, pdf, attachment(`${book.title}-outline.pdf`));
      }),
    ),

    serve(exportStoryPdf, ({ params, identity: { userId }, headers, signal }) =>
      press.inTurn({ share: userId, signal }, async (typeset) => {
        const story = await peers.call(readStoryForOwner, { params, query: { userId }, timeoutMs: 10_000, signal });
        const pdf = await typeset({ kind: 'story', manuscript: toStoryManuscript(story) });
        // A link on another site carries the session too; following one must change nothing.
        if (!isFromElsewhere(headers))
          await outbox.run(({ emit }) => emit(storyExported, story.id, { userId, storyId: story.id }));
        return reply(200, pdf, inline(`${story.title}.pdf`));
      }),
    ),
  ];
}
