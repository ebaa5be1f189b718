import { mentionLimits } from '@inkbear/contracts/bible/mentions';
import { MentionIndex, type MentionSpan, type NamedEntry } from '@inkbear/story-analysis/mentions/find-mentions';

export interface TextsToSearch {
  readonly texts: readonly string[];
  /** All entries whose names are looked for: a longer name of another entry is no mention. */
  readonly entries: readonly NamedEntry[];
  /** Only mentions of this entry; null for all. */
  readonly entryId: string | null;
}

/** The first mentions in each text. Takes time proportional to the texts. */
export function findInTexts({ texts, entries, entryId }: TextsToSearch): MentionSpan[][] {
  const index = new MentionIndex(entries);
  return texts.map((text) =>
    index
      .find(text)
      .filter(([, , ids]) => entryId === null || ids.includes(entryId))
      .slice(0, mentionLimits.ofChapter)
      .map(([from, to, ids]) => [from, to, idsOf(ids, entryId)]),
  );
}

/** At most as many ids as a reply may have, the wanted one among them. */
const idsOf = (ids: readonly string[], wanted: string | null): readonly string[] =>
  ids.length <= mentionLimits.entries || wanted === null
    ? ids.slice(0, mentionLimits.entries)
    : [wanted, ...ids.filter((id) => id !== wanted)].slice(0, mentionLimits.entries);
