import { bibleLimits, type Evidence } from '@inkbear/contracts/bible/entry';
import {
  deleteRow,
  dismissalOfEntry,
  dismissalOfFact,
  dismissalOfRelation,
  entryIdsOf,
  type EntryRow,
  insertRow,
  moveStartWithEvidence,
  type RowChange,
  toEntryFields,
  updateRow,
} from '../bible/bible.ts';
import {
  type BibleRows,
  type Suggestions,
  type ExtractedChapter,
  seenInMax,
  type Statement,
  statementsOf,
} from './propose-rows.ts';
import type { ChapterExtraction } from './extract-from-chapters.ts';

/** What was extracted from chapters. */
export interface Extraction {
  readonly chapters: readonly ExtractedChapter[];
  readonly found: Pick<ChapterExtraction, 'aliases' | 'mentioned'>;
  /** The evidence in these chapters as it is now, by `evidenceKey`. */
  readonly moved: ReadonlyMap<string, Evidence>;
}

/** Identifies a piece of evidence by its row and its index in the row's list. */
export const evidenceKey = (rowId: string, index: number): string => `${rowId}:${index}`;

/** The ids of the dismissals that would forbid each suggestion. */
export function dismissalsOf(known: readonly EntryRow[], { entries, statements }: Suggestions): Map<string, string> {
  const names = new Map([...known, ...entries].map(({ _id, nameKey }) => [_id, nameKey]));
  const name = (id: string): string => names.get(id) ?? id;
  return new Map([
    ...entries.map((entry) => [entry._id, dismissalOfEntry(entry)] as const),
    ...statements.map(
      ({ table, row }) =>
        [
          row._id,
          table === 'facts'
            ? dismissalOfFact(name(row.entryId), row)
            : dismissalOfRelation([name(row.fromId), name(row.toId)], row),
        ] as const,
    ),
  ]);
}

/**
 * Decides what an extraction changes in the story bible. Evidence moves with the text, suggestions without evidence are
 * withdrawn, and new rows are proposed within the limits. Rows that the author wrote or accepted change only their
 * evidence, and a locked row gets no new evidence.
 * @param isDismissed by the id of a suggestion
 */
export function planBibleChanges(
  known: BibleRows,
  extraction: Extraction,
  suggestions: Suggestions,
  isDismissed: (id: string) => boolean,
): RowChange[] {
  const statements = statementsOf(known);
  const seenIn = seenInAfter(known, extraction);
  const withdrawn = withdrawnEntries(known, seenIn, statements);
  const belongsToWithdrawn = (each: Statement): boolean => entryIdsOf(each).some((id) => withdrawn.has(id));
  return [
    ...known.entries.flatMap((entry) =>
      withdrawn.has(entry._id) ? deleteRow('entries', entry) : changeEntry(entry, seenIn, extraction.found.aliases),
    ),
    ...statements.flatMap((each) =>
      belongsToWithdrawn(each) ? deleteStatement(each) : changeStatement(each, extraction, suggestions.newEvidence),
    ),
    ...insertSuggestions(known, suggestions, (id) => isDismissed(id) || withdrawn.has(id)),
  ];
}

/** Decides what a reading adds: more evidence of what is known, and new rows within the limits. It moves nothing. */
export const planReading = (
  known: BibleRows,
  suggestions: Suggestions,
  isDismissed: (id: string) => boolean,
): RowChange[] => [
  ...statementsOf(known).flatMap((each) => changeStatement(each, { moved: new Map() }, suggestions.newEvidence)),
  ...insertSuggestions(known, suggestions, isDismissed),
];

const deleteStatement = ({ table, row }: Statement): RowChange => deleteRow(table, row as never);

const isProposal = ({ status }: Pick<EntryRow, 'status'>): boolean => status === 'proposed';

/**
 * The chapters that name each entry, after the extraction. Only proposed entries store them. A full list does not
 * change, because more chapters may name the entry, so such a suggestion is never withdrawn.
 */
function seenInAfter({ entries }: BibleRows, { chapters, found }: Extraction): ReadonlyMap<string, readonly string[]> {
  const extractedIds = new Set(chapters.map(({ id }) => id));
  const naming = new Map<number, string[]>();
  for (const [chapter, indexes] of found.mentioned.entries())
    for (const index of indexes) naming.set(index, [...(naming.get(index) ?? []), chapters[chapter]?.id ?? '']);
  return new Map(
    entries.map(({ _id, seenIn = [] }, index) => {
      if (seenIn.length >= seenInMax) return [_id, seenIn];
      const others = seenIn.filter((id) => !extractedIds.has(id));
      return [_id, [...(naming.get(index) ?? []), ...others].slice(0, seenInMax)];
    }),
  );
}

/** The ids of proposed entries that no chapter names any more, and of which the author has confirmed nothing. */
function withdrawnEntries(
  { entries }: BibleRows,
  seenIn: ReadonlyMap<string, readonly string[]>,
  statements: readonly Statement[],
): ReadonlySet<string> {
  const confirmed = new Set(statements.filter(({ row }) => !isProposal(row)).flatMap(entryIdsOf));
  const withdrawn = entries.filter(
    (entry) => storesMentioningChapters(entry) && !confirmed.has(entry._id) && seenIn.get(entry._id)?.length === 0,
  );
  return new Set(withdrawn.map(({ _id }) => _id));
}

/** True for a proposed entry whose row stores the chapters that mention it (`seenIn`). */
const storesMentioningChapters = (entry: EntryRow): boolean => isProposal(entry) && entry.seenIn !== undefined;

/** Adds the new aliases that the chapters use for a proposed entry. */
function changeEntry(
  entry: EntryRow,
  seenInAll: ReadonlyMap<string, readonly string[]>,
  found: ChapterExtraction['aliases'],
): RowChange[] {
  if (!storesMentioningChapters(entry)) return [];
  const seenIn = [...(seenInAll.get(entry._id) ?? [])];
  const added = found.filter(({ name, alias }) => name === entry.name && alias.length <= bibleLimits.name);
  const aliases = [...entry.aliases, ...added.map(({ alias }) => alias)].slice(0, bibleLimits.aliases);
  const isSame = aliases.length === entry.aliases.length && seenIn.join() === entry.seenIn?.join();
  return isSame ? [] : [updateRow('entries', entry, { ...toEntryFields({ ...entry, aliases }), seenIn })];
}

/**
 * Moves the evidence of a known fact or relation, and adds what was found; a suggestion without evidence is deleted.
 */
function changeStatement(
  statement: Statement,
  { moved }: Pick<Extraction, 'moved'>,
  newEvidence: Suggestions['newEvidence'],
): RowChange[] {
  const { table, row } = statement;
  const evidence = row.evidence.map((each, index) => moved.get(evidenceKey(row._id, index)) ?? each);
  const added = row.status === 'locked' ? [] : (newEvidence.get(row._id) ?? []);
  for (const each of added) {
    if (evidence.some((other) => other.state !== 'lost' && overlap(other, each))) continue;
    const lost = evidence.findIndex(({ state, chapterId }) => state === 'lost' && chapterId === each.chapterId);
    if (lost >= 0) evidence[lost] = each;
    else if (evidence.length < bibleLimits.evidence) evidence.push(each);
  }
  if (isProposal(row) && evidence.every(({ state }) => state === 'lost')) return [deleteStatement(statement)];
  const isChanged =
    evidence.length > row.evidence.length || evidence.some((each, index) => each !== row.evidence[index]);
  return isChanged ? [updateRow(table, row as never, { evidence, since: moveStartWithEvidence(row, evidence) })] : [];
}

const overlap = (one: Evidence, other: Evidence): boolean =>
  one.chapterId === other.chapterId && one.from < other.to && other.from < one.to;

/** Inserts the suggestions that are not dismissed, whose entries exist, and that fit the limits of the story bible. */
function insertSuggestions(
  { entries, facts, relations, counts }: BibleRows,
  suggestions: Suggestions,
  isForbidden: (id: string) => boolean,
): RowChange[] {
  const newEntries = suggestions.entries
    .filter(({ _id }) => !isForbidden(_id))
    .slice(0, Math.max(0, bibleLimits.entries - counts.entries));
  const entryIds = new Set([...entries, ...newEntries].map(({ _id }) => _id));
  const remaining = { facts: bibleLimits.facts - counts.facts, relations: bibleLimits.relations - counts.relations };
  const used = new Map<string, number>();
  const increment = (key: string): number => used.set(key, (used.get(key) ?? 0) + 1).get(key) ?? 0;
  for (const { entryId } of facts) increment(`facts ${entryId}`);
  for (const { fromId, toId } of relations) for (const id of [fromId, toId]) increment(`relations ${id}`);
  const statements = suggestions.statements.filter((each) => {
    const ids = entryIdsOf(each);
    if (isForbidden(each.row._id) || !ids.every((id) => entryIds.has(id) && !isForbidden(id))) return false;
    const maxPerEntry = each.table === 'facts' ? bibleLimits.factsPerEntry : bibleLimits.relationsPerEntry;
    if (increment(each.table) > remaining[each.table]) return false;
    return ids.every((id) => increment(`${each.table} ${id}`) <= maxPerEntry);
  });
  return [
    ...newEntries.map((row) => insertRow('entries', row)),
    ...statements.map(({ table, row }) => insertRow(table, row as never)),
  ];
}
