import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

/** The goal of a writing session and the words typed so far. `at` is the time of the last typing in milliseconds. */
export interface Sitting {
  readonly goal: number;
  readonly words: number;
  readonly at: number;
}

/** A longer pause ends a session, as in the history. */
export const sittingGapMs = 30 * 60_000;
export const goalRange = { min: 50, max: 20_000 } as const;
const key = (userId: string) => `inkbear-sitting:${userId}`;

export const sittings = {
  /** The current session, also after a reload; null when there is none or it has ended. */
  read: (userId: string, now: number): Sitting | null => {
    try {
      const { goal, words, at } = JSON.parse(safeLocalStorage.get(key(userId)) ?? 'null') as Sitting;
      return [goal, words, at].every(Number.isFinite) && remainingMs({ goal, words, at }, now) > 0
        ? { goal, words, at }
        : null;
    } catch {
      return null;
    }
  },
  save: (userId: string, sitting: Sitting | null): void =>
    safeLocalStorage.set(key(userId), sitting === null ? null : JSON.stringify(sitting)),
};

/** Milliseconds until the session ends without typing; 0 when it has ended. */
export const remainingMs = ({ at }: Sitting, now: number): number => Math.max(0, at + sittingGapMs - now);
/**
 * Adds typed words, never below zero. Null when the session has ended, because timers do not run on a sleeping device.
 */
export const typedOn = (sitting: Sitting, words: number, now: number): Sitting | null =>
  remainingMs(sitting, now) === 0 ? null : { ...sitting, words: Math.max(0, sitting.words + words), at: now };
/** 0 to 100. */
export const percentDone = ({ goal, words }: Sitting): number => Math.min(100, Math.floor((words / goal) * 100));
export const goalFrom = (typed: string): number | null => {
  const goal = Number(typed);
  return Number.isInteger(goal) && goal >= goalRange.min && goal <= goalRange.max ? goal : null;
};
