import { writingSessionGapMs } from '@inkbear/prose/compaction';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

/**
 * The word goal of a writing session (unrelated to the session of a sign-in) and the words typed so far. `at` is the
 * time of the last typing in milliseconds.
 */
export interface GoalProgress {
  readonly goal: number;
  readonly words: number;
  readonly at: number;
}

const key = (userId: string) => `inkbear-sitting:${userId}`;

export const goalStorage = {
  /** The progress of the current writing session, also after a reload; null without a goal or after the session. */
  read: (userId: string, now: number): GoalProgress | null => {
    try {
      const { goal, words, at } = JSON.parse(safeLocalStorage.get(key(userId)) ?? 'null') as GoalProgress;
      return [goal, words, at].every(Number.isFinite) && remainingMs({ goal, words, at }, now) > 0
        ? { goal, words, at }
        : null;
    } catch {
      return null;
    }
  },
  save: (userId: string, progress: GoalProgress | null): void =>
    safeLocalStorage.set(key(userId), progress === null ? null : JSON.stringify(progress)),
};

/** Milliseconds until the writing session ends without typing; 0 when it has ended. */
export const remainingMs = ({ at }: GoalProgress, now: number): number => Math.max(0, at + writingSessionGapMs - now);
/**
 * Adds typed words, never below zero. Null when the writing session has ended; the timer alone cannot end it, because
 * timers do not run on a sleeping device.
 */
export const addTypedWords = (progress: GoalProgress, words: number, now: number): GoalProgress | null =>
  remainingMs(progress, now) === 0 ? null : { ...progress, words: Math.max(0, progress.words + words), at: now };
/** 0 to 100. */
export const percentDone = ({ goal, words }: GoalProgress): number => Math.min(100, Math.floor((words / goal) * 100));
