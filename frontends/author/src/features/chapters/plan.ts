import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { limits } from '@inkbear/contracts/plans';
import { beatsError, normaliseBeats, readBeats, writeBeats } from './beats.ts';
import type { PlanFields } from './chapters.api.ts';

/** The plan of a chapter as texts of a form. */
export interface ChapterPlan {
  description: string;
  /** One per line. */
  keyPoints: string;
  /** See `writeBeats`. */
  beats: string;
  /** `YYYY-MM-DD`, or empty. */
  storyDate: string;
  isFlashback: '' | 'yes';
}

const maxPoints = 50;

type StoredPlan = Pick<ChapterItem, 'description' | 'keyPoints'> &
  // Servers of the previous release do not send the others.
  Partial<Pick<ChapterItem, 'beats' | 'storyDate' | 'isFlashback'>>;

export const planOf = ({
  description,
  keyPoints,
  beats = [],
  storyDate = null,
  isFlashback = false,
}: StoredPlan): ChapterPlan => ({
  description,
  keyPoints: keyPoints.join('\n'),
  beats: writeBeats(beats),
  storyDate: storyDate ?? '',
  isFlashback: isFlashback ? 'yes' : '',
});

/** The non-empty lines, as the server stores them. */
export const pointsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A plan as it looks after it is saved. */
export const normalisePlan = (plan: ChapterPlan): ChapterPlan => ({
  ...plan,
  keyPoints: pointsOf(plan.keyPoints).join('\n'),
  beats: normaliseBeats(plan.beats),
});

/**
 * The fields to save, with the values when editing began. Fields that older servers do not know are included only if
 * changed.
 */
export function changesOf(plan: ChapterPlan, start: ChapterPlan): PlanFields {
  const [after, before] = [normalisePlan(plan), normalisePlan(start)];
  const areBeatsChanged = after.beats !== before.beats;
  return {
    description: plan.description,
    keyPoints: pointsOf(plan.keyPoints),
    ...(areBeatsChanged && { beats: readBeats(after.beats) }),
    ...(plan.storyDate !== start.storyDate && { storyDate: plan.storyDate || null }),
    ...(plan.isFlashback !== start.isFlashback && { isFlashback: plan.isFlashback === 'yes' }),
    seen: {
      description: start.description,
      keyPoints: pointsOf(start.keyPoints),
      ...(areBeatsChanged && { beats: readBeats(start.beats) }),
    },
  };
}

/** The reason why the server would refuse a plan; undefined when it would accept it. */
export const planError = (plan: ChapterPlan): string | undefined => pointsError(plan) ?? beatsError(plan.beats);

/** The reason why the server would refuse these key points; undefined when it would accept them. */
export function pointsError({ keyPoints }: Pick<ChapterPlan, 'keyPoints'>): string | undefined {
  const count = pointsOf(keyPoints).length;
  return count <= maxPoints
    ? undefined
    : `A plan holds at most ${maxPoints} key points; there are ${count}. Please remove some.`;
}

const { min, max, step, default: fallback } = limits.chapterWords;
export const targetRange = { min, max, step } as const;
/** 500 to 10,000 in steps of 250; any other input becomes 2,500. */
export function targetFrom(typed: string): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(value) && value >= min && value <= max && value % step === 0 ? value : fallback;
}
