import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

export const goalRange = { min: 50, max: 20_000 } as const;
const key = (userId: string) => `inkbear-daily-goal:${userId}`;

/** The typed number of words, or null when it is outside the range. */
export function goalFrom(typed: string): number | null {
  const goal = Number(typed);
  return typed.trim() !== '' && Number.isInteger(goal) && goal >= goalRange.min && goal <= goalRange.max ? goal : null;
}

/** The daily word goal of an author, on this device. */
export const goalMemory = {
  read: (userId: string): number | null => goalFrom(safeLocalStorage.get(key(userId)) ?? ''),
  save: (userId: string, goal: number | null): void =>
    safeLocalStorage.set(key(userId), goal === null ? null : String(goal)),
};
