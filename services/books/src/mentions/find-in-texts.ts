import { type ChapterMentions, mentionLimits } from '@inkbear/contracts/bible/mentions';
import { MentionIndex, toNamedEntries } from '@inkbear/story-analysis/mentions/find-mentions';
import type { EntryNames } from '../bible/bible.repository.ts';

export interface TextsToSearch {
  readonly texts: readonly string[];
  /** All entries of the book, because a part of another entry's longer name is not a mention. */
  readonly entries: readonly EntryNames[];
  /** The entry whose mentions are wanted; null for those of all entries. */
  readonly entryId: string | null;
}

/** The first mentions in each text. Takes time proportional to the texts and the names. */
export function findInTexts({ texts, entries, entryId }: TextsToSearch): ChapterMentions['spans'][] {
  const index = new MentionIndex(toNamedEntries(entries.map(({ _id: id, ...entry }) => ({ id, ...entry }))));
  return texts.map((text) =>
    index
      .find(text)
      .filter(([, , ids]) => entryId === null || ids.includes(entryId))
      .slice(0, mentionLimits.perChapter)
      .map(([from, to, ids]) => [from, to, idsOf(ids, entryId)]),
  );
}

/** At most as many ids as a reply may have, the wanted one among them. */
function idsOf(ids: readonly string[], wanted: string | null): string[] {
  const ordered = wanted === null ? ids : [wanted, ...ids.filter((id) => id !== wanted)];
  return ids.length <= mentionLimits.entries ? [...ids] : ordered.slice(0, mentionLimits.entries);
}
