import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import { MentionIndex, toNamedEntries } from '@inkbear/story-analysis/mentions/find-mentions';

/** An index of the names of entries. */
export interface NamedIndex {
  readonly index: MentionIndex;
  /** Identifies the names. */
  readonly names: string;
}

export function createNamedIndex(entries: readonly ContextEntry[]): NamedIndex {
  const named = toNamedEntries(entries);
  return { index: new MentionIndex(named), names: JSON.stringify(named) };
}

/** The entries that a text names. A name that several entries share names none of them. */
export const namedIn = (index: MentionIndex, text: string): ReadonlySet<string> =>
  new Set(index.find(text).flatMap(([, , ids]) => (ids.length === 1 ? ids : [])));
