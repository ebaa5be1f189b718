import type { Chapter } from '@inkbear/contracts/books/chapter';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type ChapterRequest, readChapters } from './read-chapters.ts';

/** In UTF-16 code units; about 2.5 million words. A typesetting thread needs the whole text in memory. */
const maxManuscriptLength = 16_000_000;

/** Reads all chapters of a book with their texts. Throws 413 when the book is too long for one file. */
export async function readAllChapters(peers: Peers, request: ChapterRequest): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  let length = 0;
  for await (const chapter of readChapters(peers, request)) {
    length += chapter.content.length;
    if (length > maxManuscriptLength) throw new ProblemError('export.too_large');
    chapters.push(chapter);
  }
  return chapters;
}
