import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

/** A goal for one sitting and the words typed towards it. `at`: when the last one was typed, in milliseconds. */
export interface Sitting {
  readonly goal: number;
  readonly words: number;
  readonly at: number;
}

/** A longer pause ends a sitting, as it does in the history. */
export const sittingGapMs = 30 * 60_000;
export const goalRange = { min: 50, max: 20_000 } as const;
const key = (userId: string) => `inkbear-sitting:${userId}`;

export const sittings = {
  /** The sitting that goes on, also after the page was loaded again; null when there is none or it ended. */
  read: (userId: string, now: number): Sitting | null => {
    try {
      const { goal, words, at } = JSON.parse(safeLocalStorage.get(key(userId)) ?? 'null') as Sitting;
      return [goal, words, at].every(Number.isFinite) && leftMs({ goal, words, at }, now) > 0
        ? { goal, words, at }
        : null;
    } catch {
      return null;
    }
  },
  keep: (userId: string, sitting: Sitting | null): void =>
    safeLocalStorage.set(key(userId), sitting === null ? null : JSON.stringify(sitting)),
};

/** Milliseconds until the sitting ends if nothing is typed; none when it has ended. */
export const leftMs = ({ at }: Sitting, now: number): number => Math.max(0, at + sittingGapMs - now);
/** Words gained and lost by typing; what was there before the sitting cannot be owed. Null when it had ended: a sleeping device wakes no timer. */
export const typedOn = (sitting: Sitting, words: number, now: number): Sitting | null =>
  leftMs(sitting, now) === 0 ? null : { ...sitting, words: Math.max(0, sitting.words + words), at: now };
/** 0 to 100. */
export const percentDone = ({ goal, words }: Sitting): number => Math.min(100, Math.floor((words / goal) * 100));
export const goalFrom = (typed: string): number | null => {
  const goal = Number(typed);
  return Number.isInteger(goal) && goal >= goalRange.min && goal <= goalRange.max ? goal : null;
};
