import type { Chapter } from '@inkbear/contracts/books/chapter';
import { editionLimits } from '@inkbear/contracts/export/edition';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type ChapterRequest, readChapters } from './read-chapters.ts';

/** Reads all chapters of a book with their texts. Throws 400 when the book is too long for a PDF. */
export async function readAllChapters(peers: Peers, request: ChapterRequest): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  let length = 0;
  for await (const chapter of readChapters(peers, request)) {
    length += chapter.content.length;
    if (length > editionLimits.pdfLength) throw new ProblemError('export.too_long');
    chapters.push(chapter);
  }
  return chapters;
}
