import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { limits } from '@inkbear/contracts/plans';

/** The plan of a chapter, with one key point per line. */
export interface ChapterPlan {
  description: string;
  keyPoints: string;
}

const maxPoints = 50;

export const planOf = ({ description, keyPoints }: Pick<ChapterItem, 'description' | 'keyPoints'>): ChapterPlan => ({
  description,
  keyPoints: keyPoints.join('\n'),
});

/** The non-empty lines, as the server stores them. */
export const pointsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A plan as it looks after it is saved. */
export const normalisePlan = ({ description, keyPoints }: ChapterPlan): ChapterPlan => ({
  description,
  keyPoints: pointsOf(keyPoints).join('\n'),
});

/** The reason why the server would refuse these key points; undefined when it would accept them. */
export function pointsError({ keyPoints }: ChapterPlan): string | undefined {
  const count = pointsOf(keyPoints).length;
  return count <= maxPoints
    ? undefined
    : `A plan holds at most ${maxPoints} key points; there are ${count}. Please remove some.`;
}

/** Adds new points below the existing ones, without duplicates. */
export function addPoints(plan: ChapterPlan, points: readonly string[]): ChapterPlan {
  const existing = pointsOf(plan.keyPoints);
  return { ...plan, keyPoints: [...existing, ...points.filter((point) => !existing.includes(point))].join('\n') };
}

const { min, max, step, default: fallback } = limits.chapterWords;
export const targetRange = { min, max, step } as const;
/** 500 to 10,000 in steps of 250; any other input becomes 2,500. */
export function targetFrom(typed: string): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(value) && value >= min && value <= max && value % step === 0 ? value : fallback;
}
