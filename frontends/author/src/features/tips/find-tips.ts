import type { TipCategory } from '@inkbear/contracts/craft/tips-library';

const normalise = (text: string) => text.toLowerCase().replaceAll('’', "'");
const wordsOf = (query: string): string[] => normalise(query).split(/\s+/).filter(Boolean);

/**
 * Tips that contain every word of the query, by category; empty categories are omitted. An empty `category` searches
 * all.
 */
export function findTips(library: readonly TipCategory[], query: string, category: string): TipCategory[] {
  const words = wordsOf(query);
  return library
    .filter(({ id }) => category === '' || id === category)
    .map((each) => ({
      ...each,
      tips: each.tips.filter(({ type, text }) => words.every((word) => normalise(`${type} ${text}`).includes(word))),
    }))
    .filter(({ tips }) => tips.length > 0);
}

export const countTips = (library: readonly TipCategory[]): number =>
  library.reduce((sum, { tips }) => sum + tips.length, 0);
