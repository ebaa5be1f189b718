import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

/** The tokenizer takes quadratic time for a run of letters or of white space, so longer runs are split. */
const longRun = /\S{64}(?=\S)/g;
const longGap = /\s{64}(?=\s)/g;

/** Tokens of o200k_base, a few too many for long runs. Takes time proportional to the text. */
export const countTokens = (text: string): number =>
  count(text.replaceAll(longRun, '$& ').replaceAll(longGap, '$&.'), { disallowedSpecial: new Set() });

export type CountTokens = (text: string) => number;
