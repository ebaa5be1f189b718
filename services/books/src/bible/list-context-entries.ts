import { type ContextEntry, entriesPage } from '@inkbear/contracts/bible/internal';
import type { BibleRepository } from './bible.repository.ts';
import type { EntryRow, FactRow, RelationRow } from './bible.ts';
import { chapterOrder, sortFacts, validIn } from './read-entry.ts';

type KnownFact = Omit<FactRow, 'evidence'>;

/**
 * The entries of a story bible for a prompt, with the confirmed facts (written, accepted or locked by the author) that
 * are valid in a chapter. Proposed entries have only their names: what was proposed about them is not certain. Notes
 * are never sent, nor are names of entries that the author never sends.
 * @param allChapterIds in reading order
 */
export async function listContextEntries(
  bible: BibleRepository,
  {
    bookId,
    chapterId,
    allChapterIds,
  }: { readonly bookId: string; readonly chapterId: string; readonly allChapterIds: readonly string[] },
): Promise<ContextEntry[]> {
  const [entries, facts, relations] = await Promise.all([
    bible.listEntriesWithoutNotes(bookId),
    bible.listConfirmedFacts(bookId),
    bible.listConfirmedRelations(bookId),
  ]);
  return toContextEntries({ entries, facts, relations }, { chapterId, allChapterIds });
}

interface KnownBible {
  readonly entries: readonly Omit<EntryRow, 'notes'>[];
  readonly facts: readonly KnownFact[];
  readonly relations: readonly Omit<RelationRow, 'evidence'>[];
}

export function toContextEntries(
  { entries, facts, relations }: KnownBible,
  { chapterId, allChapterIds }: { readonly chapterId: string; readonly allChapterIds: readonly string[] },
): ContextEntry[] {
  const order = chapterOrder(allChapterIds);
  const isValid = validIn(chapterId, order);
  const sent = entries.filter(({ inPrompt }) => inPrompt !== 'never');
  const names = new Map(sent.map(({ _id, name }) => [_id, name]));
  const factsById = Map.groupBy(facts.filter(isValid), ({ entryId }) => entryId);
  const ends = relations.filter(isValid).flatMap(({ fromId, toId, type }) => [
    { id: fromId, type, otherId: toId, isReverse: false },
    { id: toId, type, otherId: fromId, isReverse: true },
  ]);
  const relationsById = Map.groupBy(ends, ({ id }) => id);
  const found = sent.flatMap((entry): ContextEntry[] => {
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
        relations: (relationsById.get(id) ?? []).flatMap(({ type, otherId, isReverse }) => {
          const otherName = names.get(otherId);
          return otherName === undefined ? [] : [{ type, otherId, otherName, isReverse }];
        }),
      },
    ];
  });
  return fitReply(found);
}

/** As many entries as fit the reply; those that are always sent first. */
function fitReply(entries: readonly ContextEntry[]): ContextEntry[] {
  const ordered = entries.toSorted((a, b) => Number(b.inPrompt === 'always') - Number(a.inPrompt === 'always'));
  const kept: ContextEntry[] = [];
  let bytes = 0;
  for (const entry of ordered) {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    if (bytes > entriesPage.bytes) break;
    kept.push(entry);
  }
  return kept;
}
