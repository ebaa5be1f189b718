import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import type { BibleRepository } from './bible.repository.ts';
import type { EntryRow, FactRow, RelationRow } from './bible.ts';
import { chapterOrder, sortFacts, validIn } from './read-entry.ts';

type KnownFact = Omit<FactRow, 'evidence'>;

/**
 * The entries of a story bible for a prompt, with what the author has decided and is valid in a chapter. Proposed
 * entries have only their names: what was proposed about them is not certain. Notes are never sent.
 * @param listed the ids of all chapters in reading order
 */
export async function listContextEntries(
  bible: BibleRepository,
  {
    bookId,
    chapterId,
    listed,
  }: { readonly bookId: string; readonly chapterId: string; readonly listed: readonly string[] },
): Promise<ContextEntry[]> {
  const [entries, facts, relations] = await Promise.all([
    bible.listEntriesWithoutNotes(bookId),
    bible.listDecidedFacts(bookId),
    bible.listDecidedRelations(bookId),
  ]);
  return toContextEntries({ entries, facts, relations }, { chapterId, listed });
}

interface KnownBible {
  readonly entries: readonly Omit<EntryRow, 'notes'>[];
  readonly facts: readonly KnownFact[];
  readonly relations: readonly Omit<RelationRow, 'evidence'>[];
}

export function toContextEntries(
  { entries, facts, relations }: KnownBible,
  { chapterId, listed }: { readonly chapterId: string; readonly listed: readonly string[] },
): ContextEntry[] {
  const order = chapterOrder(listed);
  const isValid = validIn(chapterId, order);
  const names = new Map(entries.map(({ _id, name }) => [_id, name]));
  const factsById = Map.groupBy(facts.filter(isValid), ({ entryId }) => entryId);
  const ends = relations.filter(isValid).flatMap(({ fromId, toId, type }) => [
    { id: fromId, type, otherId: toId, isReverse: false },
    { id: toId, type, otherId: fromId, isReverse: true },
  ]);
  const relationsById = Map.groupBy(ends, ({ id }) => id);
  return entries.flatMap((entry): ContextEntry[] => {
    const { _id: id, kind, name, aliases, summary, tracked, caseSensitive, inPrompt } = entry;
    if (inPrompt === 'never') return [];
    return [
      {
        id,
        kind,
        name,
        aliases,
        summary,
        tracked,
        caseSensitive,
        inPrompt,
        facts: sortFacts(factsById.get(id) ?? [], order).map(({ attribute, value, knownBy }) => ({
          attribute,
          value,
          knownBy: knownBy && knownBy.flatMap((other) => names.get(other) ?? []),
        })),
        relations: (relationsById.get(id) ?? []).map(({ type, otherId, isReverse }) => ({
          type,
          otherId,
          otherName: names.get(otherId) ?? '',
          isReverse,
        })),
      },
    ];
  });
}
