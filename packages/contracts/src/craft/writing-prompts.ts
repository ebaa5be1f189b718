import prompts from './writing-prompts.json' with { type: 'json' };

export const promptGenres = ['general', 'romance', 'mystery'] as const;
export type PromptGenre = (typeof promptGenres)[number];

/** Five opening prompts for each genre. */
export const writingPrompts: Readonly<Record<PromptGenre, readonly string[]>> = prompts;
