import { limits } from '@inkbear/contracts/plans';

/** The first result of a series of tries; `at` in milliseconds since 1970, `tries` made after it. */
export interface FirstResult {
  readonly resultId: string;
  readonly at: number;
  readonly tries: number;
}

/** Whether another try is free, because it counts as the same use of the plan. */
export const canTryAgain = (first: FirstResult | undefined, now: number): first is FirstResult =>
  first !== undefined && first.tries < limits.variants && now < first.at + limits.variantMinutes * 60_000;

/** The first result after a new reply: that reply, or the current first result with one more try. */
export const nextFirstResult = (first: FirstResult | undefined, resultId: string, now: number): FirstResult =>
  first === undefined ? { resultId, at: now, tries: 0 } : { ...first, tries: first.tries + 1 };
