import type { StoryPoint } from '@inkbear/contracts/bible/entry';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { EntryRow, FactRow } from '../bible/bible.ts';
import type { NamedConfirmedFact } from './check-story.ts';

interface ChapterLists {
  /** All chapters in reading order. */
  readonly allChapterIds: readonly string[];
  /** Those that are checked, in the same order. */
  readonly ids: readonly string[];
}

/** The facts that the author has written or accepted, in positions of the chapters that are checked. */
export async function loadConfirmedFacts(
  bible: BibleRepository,
  bookId: string,
  lists: ChapterLists,
): Promise<NamedConfirmedFact[]> {
  const facts = await bible.listConfirmedFacts(bookId);
  if (facts.length === 0) return [];
  return toNamedFacts(await bible.listEntries(bookId), facts, lists);
}

type ConfirmedFactRow = Pick<
  FactRow,
  '_id' | 'entryId' | 'attribute' | 'value' | 'since' | 'until' | 'knownBy' | 'replaces'
>;

/** Leaves out facts that begin after the chapters that are checked. */
export function toNamedFacts(
  entries: readonly Pick<EntryRow, '_id' | 'name' | 'aliases'>[],
  facts: readonly ConfirmedFactRow[],
  { allChapterIds, ids }: ChapterLists,
): NamedConfirmedFact[] {
  const names = new Map(entries.map(({ _id, name, aliases }) => [_id, [name, ...aliases]]));
  const namesOf = (id: string): readonly string[] => names.get(id) ?? [];
  const order = new Map(allChapterIds.map((id, index) => [id, index]));
  const checked = ids.map((id) => order.get(id) ?? 0);
  /** Undefined in a deleted chapter. A point in an unchecked chapter becomes the start of the next checked one. */
  const pointOf = ({ chapterId, at }: StoryPoint): NamedConfirmedFact['since'] | undefined => {
    const position = order.get(chapterId);
    if (position === undefined) return undefined;
    const next = checked.findIndex((index) => index >= position);
    return { chapter: next < 0 ? ids.length : next, at: checked[next] === position ? at : 0 };
  };
  // The start of a fact moves with its evidence, so it is more exact than the `until` of the fact that it replaces.
  const replacing = new Map(
    facts.flatMap(({ replaces, since }) => (replaces === undefined ? [] : [[replaces, since]])),
  );
  return facts.flatMap(({ _id, entryId, attribute, value, since, until, knownBy }): NamedConfirmedFact[] => {
    const begins = (since && pointOf(since)) ?? { chapter: 0, at: 0 };
    const ends = replacing.get(_id) ?? until;
    const entryNames = namesOf(entryId);
    if (begins.chapter >= ids.length || entryNames.length === 0) return [];
    return [
      {
        names: entryNames,
        attribute,
        value,
        since: begins,
        until: (ends && pointOf(ends)) ?? null,
        knownBy: knownBy && knownBy.map(namesOf).filter(({ length }) => length > 0),
      },
    ];
  });
}
