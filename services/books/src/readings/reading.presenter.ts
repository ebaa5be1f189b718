import type { BibleState } from '@inkbear/contracts/bible/proposal';
import type { ChapterRow } from '../chapters/chapter.ts';
import type { ReadingRow } from './reading.ts';

export function presentBible(
  counts: BibleState['counts'],
  chapters: readonly Pick<ChapterRow, '_id' | 'rev'>[],
  readings: readonly ReadingRow[],
): BibleState {
  const byChapter = new Map(readings.map((reading) => [reading._id, reading]));
  return {
    counts,
    chapters: chapters.map(({ _id, rev }) => {
      const reading = byChapter.get(_id);
      return {
        chapterId: _id,
        rev,
        localRev: reading?.readRev ?? 0,
        state: reading?.dueAt ? 'waiting' : 'current',
      };
    }),
  };
}
