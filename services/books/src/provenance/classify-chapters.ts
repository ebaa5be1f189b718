import { parseStoredChanges } from '@inkbear/manuscript-store/change';
import type { SavedChange } from '@inkbear/manuscript-store/history-reader';
import {
  type ClassSpan,
  forEachWord,
  zeroWordCounts,
  type WordCounts,
} from '@inkbear/story-analysis/provenance/class-spans';
import {
  classifyChange,
  ownText,
  type SavedChange as ChangeToClassify,
} from '@inkbear/story-analysis/provenance/classify-change';
import { CopyFinder } from '@inkbear/story-analysis/provenance/copy-finder';
import { decodeFingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import { type RemovedText, RemovedTexts } from '@inkbear/story-analysis/provenance/removed-texts';
import { type AiResultRow, maxSpans, type ResultWords } from './provenance.ts';

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
  readonly results: readonly Pick<AiResultRow, '_id' | 'makesText' | 'fingerprint'>[];
}

export interface ClassifiedChapters {
  readonly chapters: readonly (ClassifiedChapter & CountedWords)[];
  readonly removed: readonly RemovedText[];
}

/** The words of a chapter by class, and those of results that are still in it. */
interface CountedWords {
  readonly words: WordCounts;
  readonly editedExternal: { readonly pasted: number; readonly imported: number };
  readonly present: ResultWords;
}

/** Applies saved changes to the classes of words of chapters. Takes time proportional to the changes and the texts. */
export function classifyChapters({ chapters, changes, removed, results }: ChaptersToClassify): ClassifiedChapters {
  const context = {
    isNewText: new Map(results.map(({ _id, makesText }) => [_id, makesText])),
    copies: new CopyFinder(results.flatMap(readFingerprint)),
    removed: new RemovedTexts(removed),
  };
  const classified = new Map(
    chapters.map(({ id, text, spans, inserted }) => [id, { ...ownText(text), spans, inserted: new Map(inserted) }]),
  );
  for (const { chapterId, changes: json, origins, at, ...saved } of changes) {
    const chapter = classified.get(chapterId);
    if (!chapter) continue;
    const source = sourceOf(saved);
    const change = { changes: parseStoredChanges(json), origins, source, at: at.getTime() } as const;
    Object.assign(chapter, classifyChange(chapter, change, { ...context, inserted: chapter.inserted }));
  }
  return {
    chapters: Array.from(classified, ([id, { text, spans, inserted }]) => {
      const content = text.toString();
      const stored = limitSpans(spans);
      return { id, text: content, spans: stored, inserted: [...inserted], ...countWords(content, stored) };
    }),
    removed: context.removed.texts,
  };
}

/** Text that moves within the book is inserted again with its classes, like that of a resolved conflict. */
function sourceOf({ kind, isMove }: Pick<SavedChange, 'kind' | 'isMove'>): ChangeToClassify['source'] {
  if (isMove) return 'conflict';
  return kind === 'restore' || kind === 'conflict' ? kind : 'edit';
}

const readFingerprint = ({ _id, fingerprint }: ChaptersToClassify['results'][number]) =>
  fingerprint ? [[_id, decodeFingerprint(fingerprint)] as const] : [];

/** At most `maxSpans`, in order: what must be declared first, then the longest. */
function limitSpans(spans: readonly ClassSpan[]): readonly ClassSpan[] {
  if (spans.length <= maxSpans) return spans;
  const declarationPriority = ({ wordClass }: ClassSpan): number => (wordClass === 'edited' ? 0 : 1);
  const longest = spans
    .toSorted((a, b) => declarationPriority(b) - declarationPriority(a) || b.to - b.from - (a.to - a.from))
    .slice(0, maxSpans);
  return longest.sort((a, b) => a.from - b.from);
}

function countWords(text: string, spans: readonly ClassSpan[]): CountedWords {
  const words = zeroWordCounts();
  const editedExternal = { pasted: 0, imported: 0 };
  const present = new Map<string, number>();
  forEachWord(text, spans, (span) => {
    words[span?.wordClass ?? 'own'] += 1;
    if (span?.edits) editedExternal[span.edits] += 1;
    if (span?.wordClass === 'generated' && span.resultId !== undefined)
      present.set(span.resultId, (present.get(span.resultId) ?? 0) + 1);
  });
  return { words, editedExternal, present: [...present] };
}
