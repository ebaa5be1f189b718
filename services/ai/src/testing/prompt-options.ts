import { defaultBudgets } from '../context/budgets.ts';
import { countTokens } from '../context/count-tokens.ts';
import type { PromptOptions } from '../prompts/build-prompt.ts';

/** The options with which the service builds prompts when nothing is configured. */
export const promptOptions: PromptOptions = { budgets: defaultBudgets, countTokens };
