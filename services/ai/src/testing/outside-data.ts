import type { Prompt } from '../prompts/prompt.ts';

/** A prompt without the contents of its data tags. */
export const outsideData = ({ stable, volatile, nonce }: Pick<Prompt, 'stable' | 'volatile' | 'nonce'>): string =>
  (stable + volatile)
    .split(`<data-${nonce} `)
    .map((part) => part.split(`</data-${nonce}>`).at(-1))
    .join('');
