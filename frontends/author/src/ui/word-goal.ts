/** The allowed numbers of words of a writing goal. */
export const goalRange = { min: 50, max: 20_000 } as const;
export const defaultGoal = 500;

/** The typed number of words, or null when it is not a whole number in the range. */
export function goalFrom(typed: string): number | null {
  const goal = Number(typed);
  return Number.isInteger(goal) && goal >= goalRange.min && goal <= goalRange.max ? goal : null;
}
