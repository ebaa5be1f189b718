import type { Prompt } from '../prompts/prompt.ts';

/** A prompt without the contents of its data tags. What follows the first closing tag is not in the data. */
export function outsideData({ stable, volatile, nonce }: Pick<Prompt, 'stable' | 'volatile' | 'nonce'>): string {
  const close = `</data-${nonce}>`;
  const [before = '', ...sections] = (stable + volatile).split(`<data-${nonce} `);
  const afterSections = sections.map((section) => {
    const at = section.indexOf(close);
    return at < 0 ? '' : section.slice(at + close.length);
  });
  return [before, ...afterSections].join('');
}
