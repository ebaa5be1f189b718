import { type ChapterMentions, mentionLimits } from '@inkbear/contracts/bible/mentions';
import { textPage } from '@inkbear/contracts/books/internal';
import { readPage } from '@inkbear/service-kit/fit-page';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { FindMentions, MentionFinder } from './mention-finder.ts';

export interface MentionDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly bible: BibleRepository;
  readonly mentionFinder: MentionFinder;
}

interface MentionRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
  /** Maximum number of chapters that are read. */
  readonly limit: number;
  readonly chapterId?: string | undefined;
  readonly entryId?: string | undefined;
  /** The id of the chapter after which the page begins. */
  readonly cursor?: string | undefined;
}

interface MentionPage {
  readonly mentions: ChapterMentions[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/**
 * Finds the names of the story bible in one page of chapters. Throws 404 for an unknown chapter, entry or cursor, and
 * 503 when too many texts are being searched.
 */
export async function listMentions(deps: MentionDeps, request: MentionRequest): Promise<MentionPage> {
  const { bookId, userId, signal, entryId } = request;
  await deps.books.getLive(bookId, userId);
  if (entryId !== undefined) await deps.bible.getEntry(bookId, entryId);
  const allChapterIds = (await deps.chapters.listLive(bookId)).map(({ _id }) => _id);
  const ids = chooseChapters(allChapterIds, request);
  return await deps.mentionFinder.withThread({ owner: userId, signal }, (find) =>
    readMentions(deps, { ...request, ids, find }),
  );
}

async function readMentions(
  { chapters, bible }: Pick<MentionDeps, 'chapters' | 'bible'>,
  {
    bookId,
    ids,
    limit,
    entryId,
    find,
  }: MentionRequest & { readonly ids: readonly string[]; readonly find: FindMentions },
): Promise<MentionPage> {
  const rows = chapters.streamChaptersById(bookId, ids);
  const { page, hasMore } = await readPage(rows, ({ content }) => Buffer.byteLength(content), {
    rows: limit,
    bytes: textPage.bytes,
  });
  const spans = await find({
    texts: page.map(({ content }) => content),
    entries: await bible.listNames(bookId),
    entryId: entryId ?? null,
  });
  const found = page.map(({ _id, rev }, at) => ({ chapterId: _id, rev, spans: spans[at] ?? [] }));
  const kept = fitMentions(found);
  const next = hasMore || kept.length < found.length ? (kept.at(-1)?.chapterId ?? null) : null;
  return { mentions: kept.filter((chapter) => chapter.spans.length > 0), next };
}

/** The chapters of a page, in reading order. */
function chooseChapters(allChapterIds: readonly string[], { chapterId, cursor }: MentionRequest): readonly string[] {
  if (chapterId !== undefined && !allChapterIds.includes(chapterId)) throw new ProblemError('books.chapter_not_found');
  const begin = cursor === undefined ? 0 : allChapterIds.indexOf(cursor) + 1;
  // The chapter of the cursor was deleted after the previous page was read.
  if (cursor !== undefined && begin === 0) throw new ProblemError('books.chapter_not_found');
  const after = allChapterIds.slice(begin);
  return chapterId === undefined ? after : after.filter((id) => id === chapterId);
}

/** The first chapters that together have at most as many mentions as a reply may have. */
function fitMentions(found: readonly ChapterMentions[]): readonly ChapterMentions[] {
  let mentions = 0;
  const tooMany = found.findIndex(({ spans }, at) => {
    mentions += spans.length;
    return at > 0 && mentions > mentionLimits.perPage;
  });
  return tooMany < 0 ? found : found.slice(0, tooMany);
}
