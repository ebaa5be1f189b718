/** A goal for one sitting and the words typed towards it. `at`: when the last one was typed, in milliseconds. */
export interface Sitting { readonly goal: number; readonly words: number; readonly at: number }

/** A longer pause ends a sitting, as it does in the history. */
export const sittingGapMs = 30 * 60_000;
export const goalRange = { min: 50, max: 20_000 } as const;
const key = 'inkbear-sitting';

export const sittings = {
  /** The sitting that goes on, also after the page was loaded again; null when there is none or it ended. */
  read: (now: number): Sitting | null => {
    try {
      const { goal, words, at } = JSON.parse(localStorage.getItem(key) ?? 'null') as Sitting;
      return [goal, words, at].every(Number.isFinite) && now - at < sittingGapMs ? { goal, words, at } : null;
    } catch {
      return null;
    }
  },
  keep: (sitting: Sitting | null): void => {
    try {
      if (sitting === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(sitting));
    } catch {
      // A browser that keeps nothing forgets the goal when the page is loaded again.
    }
  },
};

/** Words gained and lost by typing; what was there before the sitting cannot be owed. */
export const typedOn = (sitting: Sitting, words: number, now: number): Sitting => ({ ...sitting, words: Math.max(0, sitting.words + words), at: now });
/** 0 to 100. */
export const percentDone = ({ goal, words }: Sitting): number => Math.min(100, Math.floor((words / goal) * 100));
export const goalFrom = (typed: string): number | null => {
  const goal = Number(typed);
  return Number.isInteger(goal) && goal >= goalRange.min && goal <= goalRange.max ? goal : null;
};
