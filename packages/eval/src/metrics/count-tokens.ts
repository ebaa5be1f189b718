import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

/** Tokens of o200k_base. For texts of this package only: the time is quadratic in the length of a run without spaces. */
export const countTokens = (text: string): number => count(text, { disallowedSpecial: new Set() });
