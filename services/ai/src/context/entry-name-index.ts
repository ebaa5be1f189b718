import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import { MentionIndex, toNamedEntries } from '@inkbear/story-analysis/mentions/find-mentions';

/** An index of the names of entries. */
export interface EntryNameIndex {
  readonly index: MentionIndex;
  /** A cache key: the names as JSON. */
  readonly names: string;
}

/** Titles and other first words that do not identify a character without the rest of the name. */
const titles = new Set(
  'Mr Mrs Ms Miss Dr Sir Lady Lord Captain Sister Brother Father Mother Aunt Uncle Old Young The'.split(' '),
);

/** An index of the names of entries, and of the first names of characters. */
export function createEntryNameIndex(entries: readonly ContextEntry[]): EntryNameIndex {
  const named = toNamedEntries(
    entries.map((entry) => ({ ...entry, aliases: [...entry.aliases, ...firstName(entry)] })),
  );
  return { index: new MentionIndex(named), names: JSON.stringify(named) };
}

function firstName({ kind, name }: ContextEntry): string[] {
  const [first = '', ...others] = name.split(' ');
  return kind === 'character' && others.length > 0 && first.length > 2 && !titles.has(first) ? [first] : [];
}

/** A name that more than this many entries share is ambiguous, so it selects none of them. */
const maxSharing = 2;

/** The entries that a text names, with the end of the place where each is named last, in UTF-16 units. */
export const findLastMentionEnds = (index: MentionIndex, text: string): ReadonlyMap<string, number> =>
  new Map(
    index.find(text).flatMap(([, to, ids]) => (ids.length <= maxSharing ? ids.map((id) => [id, to] as const) : [])),
  );

/** The entries that a text names. */
export const findNamedIds = (index: MentionIndex, text: string): ReadonlySet<string> =>
  new Set(findLastMentionEnds(index, text).keys());
