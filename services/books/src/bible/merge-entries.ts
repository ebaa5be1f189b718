import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { ProblemError } from '@inkbear/service-kit/problem';
import {
  areEqualValues,
  deleteRow,
  type EntryRow,
  type FactRow,
  nameKeyOf,
  type RelationRow,
  type RowChange,
  toEntryFields,
  updateRow,
} from './bible.ts';
import { type BibleDeps, type BibleRef, writeBible } from './write-bible.ts';
import { requireUnlocked } from './write-entry.ts';

interface Merge extends BibleRef {
  readonly entryId: string;
  readonly intoId: string;
}

/** What a merge reads: both entries with what belongs to them, and the rows that refer to the merged one. */
export interface MergedRows {
  readonly from: EntryRow;
  readonly into: EntryRow;
  readonly facts: readonly FactRow[];
  readonly relations: readonly RelationRow[];
  readonly referring: { readonly facts: readonly FactRow[]; readonly entries: readonly EntryRow[] };
}

/** Moves names, facts and relations of an entry to another one and deletes it. Returns the id of the decision. */
export const mergeEntries = (deps: BibleDeps, { entryId, intoId, ...bibleRef }: Merge): Promise<string> =>
  writeBible(deps, bibleRef, 'edit', async () => {
    const { bible } = deps;
    if (entryId === intoId) throw new ProblemError('bible.not_found');
    const [from, into] = [
      await bible.getEntry(bibleRef.bookId, entryId),
      await bible.getEntry(bibleRef.bookId, intoId),
    ];
    requireUnlocked(from);
    return decideMerge({
      from,
      into,
      facts: await bible.listFactsOf(bibleRef.bookId, [entryId, intoId]),
      relations: await bible.listRelationsOf(bibleRef.bookId, [entryId, intoId]),
      referring: await bible.listReferencesTo(bibleRef.bookId, entryId),
    });
  });

/** Decides what a merge changes. Throws 409 when the entry would have too many aliases or too long notes. */
export function decideMerge({ from, into, facts, relations, referring }: MergedRows): RowChange[] {
  const referringFacts = new Map(referring.facts.map((fact) => [fact._id, withReferences(fact, from._id, into._id)]));
  const factChanges = mergeFacts(facts, from._id, into._id, referringFacts);
  const changed = new Set(factChanges.map(({ id }) => id));
  return [
    deleteRow('entries', from),
    updateRow('entries', into, mergedFields(from, into)),
    ...factChanges,
    ...referring.facts
      .filter(({ _id }) => !changed.has(_id))
      .map((fact) => updateRow('facts', fact, referringFacts.get(fact._id) ?? {})),
    ...mergeRelations(relations, from._id, into._id),
    ...referring.entries
      .filter(({ _id }) => _id !== from._id && _id !== into._id)
      .map((entry) => updateRow('entries', entry, { when: movedTo(entry.when, into._id) })),
  ];
}

/** Makes a date that is relative to the merged entry relative to the other entry. */
const movedTo = (when: EntryRow['when'], eventId: string): EntryRow['when'] =>
  when?.relativeTo ? { ...when, relativeTo: { ...when.relativeTo, eventId } } : when;

function mergedFields(from: EntryRow, into: EntryRow): Partial<EntryRow> {
  const names = new Map([...into.aliases, from.name, ...from.aliases].map((name) => [nameKeyOf(name), name]));
  names.delete(into.nameKey);
  if (names.size > bibleLimits.aliases)
    throw new ProblemError('bible.limit_reached', {
      message: `An entry can have ${bibleLimits.aliases} aliases. Delete some of them first.`,
      used: names.size,
      allowed: bibleLimits.aliases,
    });
  const notes = [into.notes, from.notes].filter((text) => text.trim() !== '').join('\n\n');
  if (notes.length > bibleLimits.notes)
    throw new ProblemError('bible.limit_reached', {
      message: 'The notes of both entries are too long together. Shorten them first.',
      used: notes.length,
      allowed: bibleLimits.notes,
    });
  const summary = into.summary.trim() === '' ? from.summary : into.summary;
  const when = withoutItself(into.when ?? from.when, [from._id, into._id]);
  return { ...toEntryFields({ ...into, aliases: [...names.values()], summary, notes, when }) };
}

/** The date without a reference to one of these entries, because an event cannot be dated by itself. */
function withoutItself(when: EntryRow['when'], ids: readonly string[]): EntryRow['when'] {
  if (when?.relativeTo === undefined || !ids.includes(when.relativeTo.eventId)) return when;
  const { relativeTo: _relative, ...rest } = when;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** The fields of a fact in which references to the merged entry are replaced. */
function withReferences({ holderId, knownBy }: FactRow, fromId: string, intoId: string): Partial<FactRow> {
  const replaced = (id: string): string => (id === fromId ? intoId : id);
  return {
    ...(holderId !== undefined && { holderId: replaced(holderId) }),
    knownBy: knownBy && [...new Set(knownBy.map(replaced))],
  };
}

const ranks = { proposed: 0, accepted: 1, locked: 2 } as const;
const strongest = <R extends Pick<FactRow, 'status'>>(one: R, other: R): FactRow['status'] =>
  ranks[one.status] >= ranks[other.status] ? one.status : other.status;

const uniteEvidence = (one: FactRow['evidence'], other: FactRow['evidence']): FactRow['evidence'] =>
  [...new Map([...one, ...other].map((each) => [`${each.chapterId}:${each.from}:${each.quote}`, each])).values()].slice(
    0,
    bibleLimits.evidence,
  );

/** Moves the facts of the merged entry. A fact that the other entry already has is merged into that fact. */
function mergeFacts(
  facts: readonly FactRow[],
  fromId: string,
  intoId: string,
  references: ReadonlyMap<string, Partial<FactRow>>,
): RowChange[] {
  const kept = facts.filter(({ entryId }) => entryId === intoId);
  return facts
    .filter(({ entryId }) => entryId === fromId)
    .flatMap((fact): RowChange[] => {
      const at = kept.findIndex((each) => each.attribute === fact.attribute && areEqualValues(each.value, fact.value));
      const same = kept[at];
      if (!same) return [updateRow('facts', fact, { entryId: intoId, ...references.get(fact._id) })];
      kept.splice(at, 1);
      return [
        deleteRow('facts', fact),
        updateRow('facts', same, {
          ...references.get(same._id),
          evidence: uniteEvidence(same.evidence, fact.evidence),
          status: strongest(same, fact),
        }),
      ];
    });
}

/** Moves the relations of the merged entry. Those between both entries, and those that exist already, are deleted. */
function mergeRelations(relations: readonly RelationRow[], fromId: string, intoId: string): RowChange[] {
  const keyOf = ({ fromId: one, toId: other, type }: Pick<RelationRow, 'fromId' | 'toId' | 'type'>): string =>
    JSON.stringify([one, other, nameKeyOf(type)]);
  const known = new Set(relations.filter((each) => each.fromId !== fromId && each.toId !== fromId).map(keyOf));
  return relations
    .filter((each) => each.fromId === fromId || each.toId === fromId)
    .map((relation) => {
      const ends = {
        fromId: relation.fromId === fromId ? intoId : relation.fromId,
        toId: relation.toId === fromId ? intoId : relation.toId,
      };
      const key = keyOf({ ...relation, ...ends });
      if (ends.fromId === ends.toId || known.has(key)) return deleteRow('relations', relation);
      known.add(key);
      return updateRow('relations', relation, ends);
    });
}
