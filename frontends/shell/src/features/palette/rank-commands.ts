import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import UFuzzy from '@leeoniya/ufuzzy';

/** Words of a query that may come in any order; more words are searched in the order typed. */
const maxReorderedWords = 5;
/** Units of a query that are searched. */
const maxQuery = 100;

/** Letters of every script, so that titles of chapters in other languages are found. */
const letters = {
  unicode: true,
  interSplit: String.raw`[^\p{L}\d']+`,
  intraSplit: String.raw`\p{Ll}\p{Lu}`,
  intraBound: String.raw`\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}`,
  intraChars: String.raw`[\p{L}\d']`,
  intraContr: String.raw`'\p{L}{1,2}\b`,
} as const;
const exact = new UFuzzy({ ...letters, intraMode: 0 });
/** One wrong, missing, added or exchanged letter in each word. */
const forgiving = new UFuzzy({ ...letters, intraMode: 1 });

/**
 * The commands that match a query, the best first: by their label, then by their keywords too, and the same again with a
 * typing mistake in each word. Words match from their beginning or inside, in any order.
 */
export function rankCommands<C extends Pick<Command, 'label' | 'keywords'>>(
  query: string,
  commands: readonly C[],
): C[] {
  const needle = query.trim().slice(0, maxQuery);
  if (needle === '') return [...commands];
  const labels = commands.map(({ label }) => label);
  const texts = commands.map(({ label, keywords = [] }) => [label, ...keywords].join(', '));
  const found = [exact, forgiving].flatMap((search) =>
    [labels, texts].flatMap((haystack) => searchIn(search, haystack, needle)),
  );
  return [...new Set(found)].flatMap((index) => commands[index] ?? []);
}

/** Indexes of the matching texts, the best first. */
function searchIn(search: UFuzzy, texts: string[], needle: string): number[] {
  // eslint-disable-next-line patterns/no-dynamic-pattern -- the library's method; it escapes what it searches for
  const [indexes, info, order] = search.search(texts, needle, maxReorderedWords, texts.length);
  if (!indexes) return [];
  return info && order ? order.map((at) => info.idx[at] as number) : indexes;
}
