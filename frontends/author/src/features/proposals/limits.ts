import type { Limit, LimitName } from '@inkbear/contracts/ai/limit';

const day = (iso: string) => new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** What is left of a limit, in words; null when there is nothing to say. */
export function leftText(limits: readonly Limit[] | undefined, name: LimitName, noun: string): string | null {
  const limit = limits?.find((each) => each.limit === name);
  if (limit === undefined) return null;
  if (limit.max === null) return `Fair use: no fixed number of ${noun}s.`;
  const left = Math.max(0, limit.max - limit.used);
  const reset = limit.resetsAt === null ? '' : ` Resets on ${day(limit.resetsAt)}.`;
  return `${left} of ${limit.max} ${limit.max === 1 ? noun : `${noun}s`} left for this chapter.${reset}`;
}

export const isUsedUp = (limits: readonly Limit[] | undefined, name: LimitName): boolean => {
  const limit = limits?.find((each) => each.limit === name);
  return limit !== undefined && limit.max !== null && limit.used >= limit.max;
};
