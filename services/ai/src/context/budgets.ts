/** What a task does, which decides how much of the book it needs. */
export type TaskClass = 'write' | 'edit' | 'coach';

/** Input tokens for the parts of the book. The text that is worked on is not counted. */
export type ContextBudgets = Readonly<Record<TaskClass, number>>;
export const defaultBudgets: ContextBudgets = { write: 12_000, edit: 6000, coach: 8000 };

/** `countTokens` uses OpenAI's tokenizer. The models of other servers may need more tokens for the same text. */
const otherModelsFactor = 1.15;

export interface ModelLimits {
  /** Tokens that a prompt and its reply may have together, of the models that write and of those that edit. */
  readonly windows: Readonly<Record<'write' | 'edit', number>>;
  readonly isOpenAi: boolean;
}

/** At most half of a window, because the edited text and the reply need the rest. */
const fitTokens = (tokens: number, { window, isOpenAi }: { readonly window: number; readonly isOpenAi: boolean }) =>
  Math.floor(Math.min(tokens, window / 2) / (isOpenAi ? 1 : otherModelsFactor));

/** Budgets that fit the models. */
export const budgetsFor = (configured: ContextBudgets, { windows, isOpenAi }: ModelLimits): ContextBudgets => ({
  write: fitTokens(configured.write, { window: windows.write, isOpenAi }),
  edit: fitTokens(configured.edit, { window: windows.edit, isOpenAi }),
  coach: fitTokens(configured.coach, { window: windows.edit, isOpenAi }),
});

/** Tokens of the part of a chapter that one call reads, when the model's window is large enough. */
export const defaultReadingTokens = 6000;

/** Tokens of the part of a chapter that one call reads. */
export const readingTokensFor = (window: number, isOpenAi: boolean): number =>
  fitTokens(defaultReadingTokens, { window, isOpenAi });

/**
 * The portion of the budget that each layer of a prompt gets. `ContextPart` calls the layers `book`, `story`, `chosen` and
 * `nearby`. Tokens that the first two do not use go to the third, and what that does not use goes to the last.
 */
export const layerShares = { book: 0.3, storySoFar: 0.25, planAndEntries: 0.3, relatedPassages: 0.15 } as const;

/** Tokens of the rules and of the instruction of a task. */
export const fixedTokens = 400;
