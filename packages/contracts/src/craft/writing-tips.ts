import tips from './writing-tips.json' with { type: 'json' };

export const tipGenres = ['general', 'fantasy', 'mystery', 'romance'] as const;
export type TipGenre = (typeof tipGenres)[number];
export interface WritingTip {
  category: string;
  tip: string;
}

/** Three tips for each genre. */
export const writingTips: Readonly<Record<TipGenre, readonly WritingTip[]>> = tips;
