import { limits } from '@inkbear/contracts/plans';

/** The result that tries again belong to; `at` in milliseconds since 1970, `tries` made so far. */
export interface FirstResult {
  readonly resultId: string;
  readonly at: number;
  readonly tries: number;
}

/** Whether another try belongs to the same use of the plan. */
export const canTryAgain = (first: FirstResult | undefined, now: number): first is FirstResult =>
  first !== undefined && first.tries < limits.variants && now < first.at + limits.variantMinutes * 60_000;

/** What further tries belong to, once a result has come: the new one, or the first with one try more. */
export const nextFirstResult = (first: FirstResult | undefined, resultId: string, now: number): FirstResult =>
  first === undefined ? { resultId, at: now, tries: 0 } : { ...first, tries: first.tries + 1 };
