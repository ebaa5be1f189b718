import type { PlanBeatsTask, WritePartTask } from '../generations/task.ts';
import { composeChapter, pointsOf } from './compose-chapter.ts';

/** The points of the chapter's plan as beats of equal length, in their order. */
export function planBeats({ context, description, targetWords }: PlanBeatsTask): { text: string; words: number }[] {
  const points = pointsOf(context, description);
  return points.map((point) => ({ text: `${point}.`, words: Math.ceil(targetWords / points.length) }));
}

/** Drafts one part. Its characters are those of the plan of the whole chapter. */
export function composePart({ context, parts, index, text, words }: WritePartTask, variant: number): string {
  return composeChapter({
    // Another part of the same chapter has other sentences.
    context: { ...context, chapter: { ...context.chapter, id: `${context.chapter.id}:${index}` } },
    description: parts.join('\n'),
    targetWords: words,
    variant,
    part: { plan: text, isFirst: index === 0, isLast: index === parts.length - 1 },
  });
}
