import type { TipCategory } from '@inkbear/contracts/craft/tips-library';

const plain = (text: string) => text.toLowerCase().replaceAll('’', "'");
const wordsOf = (query: string): string[] => plain(query).split(/\s+/).filter(Boolean);

/** The tips in which every word of the query stands, by category, those without any left out. An empty `category` is all of them. */
export function findTips(library: readonly TipCategory[], query: string, category: string): TipCategory[] {
  const words = wordsOf(query);
  return library
    .filter(({ id }) => category === '' || id === category)
    .map((each) => ({
      ...each,
      tips: each.tips.filter(({ type, text }) => words.every((word) => plain(`${type} ${text}`).includes(word))),
    }))
    .filter(({ tips }) => tips.length > 0);
}

export const countTips = (library: readonly TipCategory[]): number =>
  library.reduce((sum, { tips }) => sum + tips.length, 0);
