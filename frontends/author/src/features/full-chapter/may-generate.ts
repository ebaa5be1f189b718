import type { PlanName } from '@inkbear/contracts/plans';

/** A chapter as short as this can be generated. */
const shortText = 100;
export const offersGenerate = (length: number): boolean => length < shortText;

/** Why nothing is generated; null when it may be. */
export function refusalOf(
  plan: { plan: PlanName; isActive: boolean } | undefined,
): { title: string; description: string } | null {
  if (plan === undefined) return { title: 'Loading...', description: 'Please wait while we check your plan status.' };
  return plan.plan === 'free' || !plan.isActive
    ? { title: 'Pro Required', description: 'Chapter generation requires a Pro subscription.' }
    : null;
}
