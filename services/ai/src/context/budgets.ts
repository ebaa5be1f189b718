/** What a task does, which decides how much of the book it needs. */
export type TaskClass = 'write' | 'edit' | 'coach';

/** Input tokens beside the passage that is worked on. */
export type ContextBudgets = Readonly<Record<TaskClass, number>>;
export const defaultBudgets: ContextBudgets = { write: 12_000, edit: 6000, coach: 8000 };

/** The share of the budget of each layer of a prompt. What the first two leave goes to the third, and then to the last. */
export const layerShares = { book: 0.3, storySoFar: 0.25, chosen: 0.3, nearby: 0.15 } as const;

/** Tokens of the rules and of the instruction of a task. */
export const fixedTokens = 400;
