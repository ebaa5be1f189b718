import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import { chaptersPerPage, readChapterPage } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';

export interface ChapterRequest {
  readonly bookId: string;
  readonly userId: string;
  /** The chapter list at the start of the export, in order. */
  readonly chapterList: readonly ChapterListItem[];
  readonly signal: AbortSignal;
}

/**
 * Yields the listed chapters with their texts, with one page in memory at a time. Each chapter is yielded once, in the
 * order of the list and with its number there, even if chapters are moved in the meantime. Deleted chapters are
 * skipped.
 */
export async function* readChapters(
  peers: Peers,
  { bookId, userId, chapterList, signal }: ChapterRequest,
): AsyncGenerator<Chapter> {
  const numbers = new Map(chapterList.map(({ id, chapterNumber }) => [id, chapterNumber]));
  const ids = [...numbers.keys()];
  for (let at = 0; at < ids.length;) {
    const page = ids.slice(at, at + chaptersPerPage);
    const { chapters, answered } = await peers.call(readChapterPage, {
      params: { id: bookId },
      query: { userId, ids: page.join(',') },
      signal,
    });
    for (const chapter of chapters)
      yield { ...chapter, chapterNumber: numbers.get(chapter.id) ?? chapter.chapterNumber };
    at += answered;
  }
}
