import type { PlanName } from '@inkbear/contracts/plans';

/** Generate is offered for chapters with fewer characters. */
const shortChapterLength = 100;
export const offersGenerate = (length: number): boolean => length < shortChapterLength;

/** The reason why the chapter cannot be generated; null when it can. */
export function blockedReasonOf(
  plan: { plan: PlanName; isActive: boolean } | undefined,
): { title: string; description: string } | null {
  if (plan === undefined) return { title: 'Loading...', description: 'Please wait while we check your plan status.' };
  return plan.plan === 'free' || !plan.isActive
    ? { title: 'Pro Required', description: 'Chapter generation requires a Pro subscription.' }
    : null;
}
