import type { Chapter } from '@inkbear/contracts/books/chapter';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type ChapterRequest, readChapters } from './read-chapters.ts';

/** UTF-16 units of text that are set as one PDF, about 2.5 million words: a press thread needs all of it in memory at once. */
const longestManuscript = 16_000_000;

/** The chapters of a book with their texts. Throws 413 for a book that is too long for one file. */
export async function readTexts(peers: Peers, request: ChapterRequest): Promise<Chapter[]> {
  const read: Chapter[] = [];
  let length = 0;
  for await (const chapter of readChapters(peers, request)) {
    length += chapter.content.length;
    if (length > longestManuscript) throw new ProblemError('export.too_large');
    read.push(chapter);
  }
  return read;
}
