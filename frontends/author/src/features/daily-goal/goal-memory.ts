import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

export const goalRange = { min: 50, max: 20_000 } as const;
const key = (userId: string) => `inkbear-daily-goal:${userId}`;

/** A number of words within the range, or null. */
export function goalFrom(typed: string): number | null {
  const goal = Number(typed);
  return typed.trim() !== '' && Number.isInteger(goal) && goal >= goalRange.min && goal <= goalRange.max ? goal : null;
}

/** How many words an author wants to write in a day, on this device. */
export const goalMemory = {
  read: (userId: string): number | null => goalFrom(safeLocalStorage.get(key(userId)) ?? ''),
  keep: (userId: string, goal: number | null): void =>
    safeLocalStorage.set(key(userId), goal === null ? null : String(goal)),
};
