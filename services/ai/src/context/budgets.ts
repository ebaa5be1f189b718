/** What a task does, which decides how much of the book it needs. */
export type TaskClass = 'write' | 'edit' | 'coach';

/** Input tokens beside the passage that is worked on. */
export type ContextBudgets = Readonly<Record<TaskClass, number>>;
export const defaultBudgets: ContextBudgets = { write: 12_000, edit: 6000, coach: 8000 };

/** Models of other servers may need more tokens for a text than we count, which are those of OpenAI's models. */
const otherModelsFactor = 1.15;

export interface ModelLimits {
  /** Tokens that a prompt and its reply may have together. */
  readonly window: number;
  readonly isOpenAi: boolean;
}

/** Budgets that fit a model: half its window at most, because the text that is worked on and the reply need the rest. */
export function budgetsFor(configured: ContextBudgets, { window, isOpenAi }: ModelLimits): ContextBudgets {
  const fit = (tokens: number): number => Math.floor(Math.min(tokens, window / 2) / (isOpenAi ? 1 : otherModelsFactor));
  return { write: fit(configured.write), edit: fit(configured.edit), coach: fit(configured.coach) };
}

/** The share of the budget of each layer of a prompt. What the first two leave goes to the third, and then to the last. */
export const layerShares = { book: 0.3, storySoFar: 0.25, chosen: 0.3, nearby: 0.15 } as const;

/** Tokens of the rules and of the instruction of a task. */
export const fixedTokens = 400;
