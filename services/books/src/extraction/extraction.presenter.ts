import type { BibleState, ProviderReading } from '@inkbear/contracts/bible/suggestion';
import { defaultProviderReading } from '../books/provider-reading.ts';
import type { ChapterRow } from '../chapters/chapter.ts';
import type { ExtractionRow } from './extraction.ts';

interface BibleSources {
  readonly providerReading: ProviderReading | undefined;
  readonly counts: BibleState['counts'];
  readonly chapters: readonly Pick<ChapterRow, '_id' | 'rev'>[];
  readonly extractions: readonly ExtractionRow[];
}

export function presentBible({ providerReading, counts, chapters, extractions }: BibleSources): BibleState {
  const byChapter = new Map(extractions.map((extraction) => [extraction._id, extraction]));
  return {
    providerReading: providerReading ?? defaultProviderReading,
    counts,
    chapters: chapters.map(({ _id, rev }) => {
      const extraction = byChapter.get(_id);
      return {
        chapterId: _id,
        rev,
        // Wire name of the revision that was extracted last.
        localRev: extraction?.readRev ?? 0,
        providerRev: extraction?.providerRev ?? 0,
        state: extraction?.dueAt ? (extraction.attempt ?? 'waiting') : 'current',
      };
    }),
  };
}
