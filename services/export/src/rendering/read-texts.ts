import type { Chapter } from '@inkbear/contracts/books/chapter';
import { readChapterPage } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { readPages } from '../read-pages.ts';

/** UTF-16 units of text that are set as one PDF, about 2.5 million words: a press thread needs all of it in memory at once. */
const longestManuscript = 16_000_000;

/** The chapters of a book with their texts. Throws 413 for a book that is too long for one file. */
export async function readTexts(peers: Peers, bookId: string, userId: string): Promise<Chapter[]> {
  const pages = readPages(async (after: number | undefined) => {
    const { chapters, next } = await peers.call(readChapterPage, { params: { id: bookId }, query: { userId, after } });
    return { items: chapters, next };
  });
  const read: Chapter[] = [];
  let length = 0;
  for await (const chapter of pages) {
    length += chapter.content.length;
    if (length > longestManuscript) throw new ProblemError('export.too_large');
    read.push(chapter);
  }
  return read;
}
