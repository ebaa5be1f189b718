import type { ChangedRows } from '@inkbear/contracts/bible/bible';
import { ProblemError } from '@inkbear/service-kit/problem';
import {
  authorRevOf,
  type BibleTables,
  deleteRow,
  entryIdsOf,
  type EntryRow,
  type FactRow,
  moveStartWithEvidence,
  type RelationRow,
  type RowChange,
  type RowOf,
  type TableName,
  tableNames,
} from './bible.ts';
import type { UndoRecord } from './decision.ts';
import { type BibleDeps, type BibleRef, entryIdsAfter, writeBible } from './write-bible.ts';

/** How long a write (a decision) can be undone. */
export const undoDays = 30;
const dayMs = 86_400_000;

/** Undoes a decision for the rows that no later decision changed. Throws 404 after 30 days. */
export async function undoDecision(
  deps: BibleDeps,
  { decisionId, ...bibleRef }: BibleRef & { decisionId: string },
): Promise<ChangedRows> {
  const { bible, clock } = deps;
  await deps.books.getLive(bibleRef.bookId, bibleRef.userId);
  const decision = await bible.findDecision(bibleRef.bookId, decisionId);
  if (!decision || decision.at.getTime() < clock.now().getTime() - undoDays * dayMs)
    throw new ProblemError('bible.not_found');
  const undoRecords = await bible.listUndoRecords(decisionId);
  let changes: readonly RowChange[] = [];
  const undoId = await writeBible(
    deps,
    bibleRef,
    'edit',
    async () => {
      changes = decideUndo(undoRecords, await loadCurrentRows(deps, bibleRef.bookId, undoRecords));
      return changes;
    },
    async (session) => {
      if (changes.length > 0) await deps.findings.clearDecision(bibleRef.bookId, decisionId, session);
    },
  );
  const done = new Set(changes.map(({ id }) => id));
  const shown = undoRecords.filter(({ table }) => table !== 'dismissals').map(({ rowId }) => rowId);
  return {
    decisionId: undoId,
    done: shown.filter((id) => done.has(id)),
    skipped: shown.filter((id) => !done.has(id)),
  };
}

/** The rows that an undo depends on, as they are now. */
export interface CurrentRows {
  /** The rows that the decision changed, by id. */
  readonly rows: ReadonlyMap<string, BibleTables[TableName]>;
  /** Other entries that have one of the names that would be restored, or to which a restored row belongs. */
  readonly otherEntries: readonly EntryRow[];
  /** Facts and relations that are not of this decision, but of the entries that it created. */
  readonly added: readonly AddedRow[];
}

type AddedRow = RowOf<'facts' | 'relations'>;

async function loadCurrentRows(
  { bible }: BibleDeps,
  bookId: string,
  undoRecords: readonly UndoRecord[],
): Promise<CurrentRows> {
  const rows = new Map<string, BibleTables[TableName]>();
  for (const table of tableNames) {
    const ids = undoRecords.filter((each) => each.table === table).map(({ rowId }) => rowId);
    if (ids.length > 0) for (const row of await bible.findRows(table, bookId, ids)) rows.set(row._id, row);
  }
  const ids = new Set(undoRecords.map(({ rowId }) => rowId));
  const before = undoRecords.flatMap(({ table, before: row }) => (table === 'entries' && row ? [row as EntryRow] : []));
  const ownerIds = undoRecords.flatMap(({ table, rowId: id, before: row }) =>
    entryIdsAfter({ table, id, before: null, after: row } as RowChange),
  );
  const otherEntries = [
    ...(await bible.findByNames(
      bookId,
      before.map(({ nameKey }) => nameKey),
    )),
    ...(await bible.findRows('entries', bookId, ownerIds)),
  ].filter(({ _id }) => !ids.has(_id));
  const created = undoRecords
    .filter(({ table, before: row }) => table === 'entries' && row === null)
    .map(({ rowId }) => rowId);
  const facts = await bible.listFactsOf(bookId, created);
  const relations = await bible.listRelationsOf(bookId, created);
  const added: AddedRow[] = [
    ...facts.map((row) => ({ table: 'facts', row }) as const),
    ...relations.map((row) => ({ table: 'relations', row }) as const),
  ];
  return { rows, otherEntries, added: added.filter(({ row }) => !ids.has(row._id)) };
}

/**
 * Decides what an undo changes. Each row that has not changed since the decision gets its earlier state back, in a new
 * revision, so that the same decision cannot be undone again. It skips an entry whose name another entry has now, an
 * entry that got facts or relations since, and rows whose entry would not exist. Suggestions for an entry that the
 * decision created are deleted with it.
 */
export function decideUndo(
  undoRecords: readonly UndoRecord[],
  { rows, otherEntries, added }: CurrentRows,
): RowChange[] {
  const owners = new Set(added.filter(({ row }) => row.status !== 'proposed').flatMap(entryIdsOf));
  const takenNames = new Set(otherEntries.map(({ nameKey }) => nameKey));
  const entries = undoRecords.filter(({ table }) => table === 'entries');
  const undone = entries
    .filter((each) => isUnchangedSince(each, rows))
    .filter(({ rowId, before }) =>
      before === null ? !owners.has(rowId) : !takenNames.has((before as EntryRow).nameKey),
    )
    .map((each) => restore(each, rows));
  const changed = new Map(undone.map((change) => [change.id, change.after !== null]));
  const exists = (id: string): boolean =>
    changed.get(id) ?? (rows.has(id) || otherEntries.some(({ _id }) => _id === id));
  const childChanges = undoRecords
    .filter((each) => each.table !== 'entries' && isUnchangedSince(each, rows))
    .map((each) => restore(each, rows))
    .filter((change) => entryIdsAfter(change).every(exists));
  const deleted = new Set(undone.flatMap(({ id, after }) => (after === null ? [id] : [])));
  const withdrawn = added
    .filter((each) => entryIdsOf(each).some((id) => deleted.has(id)))
    .map(({ table, row }) => deleteRow(table, row));
  return [...undone, ...childChanges, ...withdrawn];
}

function isUnchangedSince({ rowId, revAfter }: UndoRecord, rows: CurrentRows['rows']): boolean {
  const row = rows.get(rowId);
  return (row ? authorRevOf(row) : null) === revAfter;
}

/**
 * Restores a row, but keeps its current evidence, which extractions may have moved since. Its start moves with that.
 */
function restore({ table, rowId, before, lastRev }: UndoRecord, rows: CurrentRows['rows']): RowChange {
  const current = rows.get(rowId) ?? null;
  if (before === null) return { table, id: rowId, before: current, after: null } as RowChange;
  const { readingWrites: _writes, ...fields } = before;
  const evidence = current && hasEvidence(current) ? current.evidence : null;
  const moved = evidence && hasEvidence(before) ? { evidence, since: moveStartWithEvidence(before, evidence) } : {};
  return { table, id: rowId, before: current, after: { ...fields, ...moved, rev: lastRev + 1 } } as RowChange;
}

const hasEvidence = (row: BibleTables[TableName]): row is FactRow | RelationRow => 'evidence' in row;
