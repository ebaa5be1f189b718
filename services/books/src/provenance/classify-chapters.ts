import { parseStoredChanges } from '@inkbear/manuscript-store/change';
import type { SavedChange } from '@inkbear/manuscript-store/history-reader';
import { type ClassSpan, forEachWord, noWords, type WordCounts } from '@inkbear/story-analysis/provenance/class-spans';
import { classifyChange, type KnownResult, ownText } from '@inkbear/story-analysis/provenance/classify-change';
import { type RemovedText, RemovedTexts } from '@inkbear/story-analysis/provenance/removed-texts';
import { maxSpans, type ResultWords } from './provenance.ts';

interface ClassifiedChapter {
  readonly id: string;
  readonly text: string;
  readonly spans: readonly ClassSpan[];
  readonly inserted: ResultWords;
}

export interface ChaptersToClassify {
  readonly chapters: readonly ClassifiedChapter[];
  /** In the order in which they were saved. */
  readonly changes: readonly (SavedChange & { readonly chapterId: string })[];
  readonly removed: readonly RemovedText[];
  readonly results: ReadonlyMap<string, KnownResult>;
}

export interface ClassifiedChapters {
  readonly chapters: readonly (ClassifiedChapter & { readonly words: WordCounts; readonly present: ResultWords })[];
  readonly removed: readonly RemovedText[];
}

/** Applies saved changes to the classes of words of chapters. Takes time proportional to the changes and the texts. */
export function classifyChapters({ chapters, changes, removed, results }: ChaptersToClassify): ClassifiedChapters {
  const removedTexts = new RemovedTexts(removed);
  const classified = new Map(
    chapters.map(({ id, text, spans, inserted }) => [id, { ...ownText(text), spans, inserted: new Map(inserted) }]),
  );
  for (const { chapterId, changes: json, origins, kind, at } of changes) {
    const chapter = classified.get(chapterId);
    if (!chapter) continue;
    const change = { changes: parseStoredChanges(json), origins, isRestore: kind === 'restore', at: at.getTime() };
    Object.assign(
      chapter,
      classifyChange(chapter, change, { results, removed: removedTexts, inserted: chapter.inserted }),
    );
  }
  return {
    chapters: Array.from(classified, ([id, { text, spans, inserted }]) => {
      const content = text.toString();
      const stored = longest(spans);
      return { id, text: content, spans: stored, inserted: [...inserted], ...countWords(content, stored) };
    }),
    removed: removedTexts.texts,
  };
}

/** The longest spans, in order. */
function longest(spans: readonly ClassSpan[]): readonly ClassSpan[] {
  if (spans.length <= maxSpans) return spans;
  const kept = spans.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maxSpans);
  return kept.sort((a, b) => a.from - b.from);
}

function countWords(text: string, spans: readonly ClassSpan[]): { words: WordCounts; present: ResultWords } {
  const words = noWords();
  const present = new Map<string, number>();
  forEachWord(text, spans, (span) => {
    words[span?.wordClass ?? 'own'] += 1;
    if (span?.wordClass === 'generated' && span.resultId !== undefined)
      present.set(span.resultId, (present.get(span.resultId) ?? 0) + 1);
  });
  return { words, present: [...present] };
}
