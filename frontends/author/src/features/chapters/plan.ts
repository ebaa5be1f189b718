import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { limits } from '@inkbear/contracts/plans';

/** What an author plans for a chapter; key points stand one on each line. */
export interface ChapterPlan {
  description: string;
  keyPoints: string;
}

const mostPoints = 50;

export const planOf = ({ description, keyPoints }: Pick<ChapterItem, 'description' | 'keyPoints'>): ChapterPlan => ({
  description,
  keyPoints: keyPoints.join('\n'),
});

/** The lines that say something, as the server keeps them. */
export const pointsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A plan as it reads once it is saved. */
export const asStored = ({ description, keyPoints }: ChapterPlan): ChapterPlan => ({
  description,
  keyPoints: pointsOf(keyPoints).join('\n'),
});

/** Why the server would not take these key points; undefined when it would. */
export function pointsError({ keyPoints }: ChapterPlan): string | undefined {
  const count = pointsOf(keyPoints).length;
  return count <= mostPoints
    ? undefined
    : `A plan holds at most ${mostPoints} key points; these are ${count}. Please leave some out.`;
}

/** New points go below those that are there, each once; a plan is never written over. */
export function addPoints(plan: ChapterPlan, points: readonly string[]): ChapterPlan {
  const there = pointsOf(plan.keyPoints);
  return { ...plan, keyPoints: [...there, ...points.filter((point) => !there.includes(point))].join('\n') };
}

const { min, max, step, default: fallback } = limits.chapterWords;
export const targetRange = { min, max, step } as const;
/** 500 to 10,000 in steps of 250; whatever else was typed becomes 2,500. */
export function targetFrom(typed: string): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(value) && value >= min && value <= max && value % step === 0 ? value : fallback;
}
