import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { goalFrom } from '../../ui/word-goal.ts';

const key = (userId: string) => `inkbear-daily-goal:${userId}`;

/** The daily word goal of an author, on this device. */
export const dailyGoalPreference = {
  read: (userId: string): number | null => goalFrom(safeLocalStorage.get(key(userId)) ?? ''),
  save: (userId: string, goal: number | null): void =>
    safeLocalStorage.set(key(userId), goal === null ? null : String(goal)),
};
