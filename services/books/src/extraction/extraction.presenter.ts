import type { BibleState } from '@inkbear/contracts/bible/suggestion';
import type { ChapterRow } from '../chapters/chapter.ts';
import type { ExtractionRow } from './extraction.ts';

export function presentBible(
  counts: BibleState['counts'],
  chapters: readonly Pick<ChapterRow, '_id' | 'rev'>[],
  extractions: readonly ExtractionRow[],
): BibleState {
  const byChapter = new Map(extractions.map((extraction) => [extraction._id, extraction]));
  return {
    counts,
    chapters: chapters.map(({ _id, rev }) => {
      const extraction = byChapter.get(_id);
      return {
        chapterId: _id,
        rev,
        // Wire name of the revision that was extracted last.
        localRev: extraction?.readRev ?? 0,
        state: extraction?.dueAt ? 'waiting' : 'current',
      };
    }),
  };
}
