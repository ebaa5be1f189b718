import type { ChangedRows } from '@inkbear/contracts/bible/bible';
import { ProblemError } from '@inkbear/service-kit/problem';
import {
  authorRevOf,
  type BibleTables,
  deleteRow,
  entryIdsOf,
  type EntryRow,
  type FactRow,
  moveSince,
  type RelationRow,
  type RowChange,
  type RowOf,
  type TableName,
  tableNames,
} from './bible.ts';
import type { DecidedRow } from './decision.ts';
import { type BibleDeps, type BibleOf, ownersOf, writeBible } from './write-bible.ts';

/** How long a decision can be undone. */
export const undoDays = 30;
const dayMs = 86_400_000;

/** Undoes a decision for the rows that no later decision changed. Throws 404 after 30 days. */
export async function undoDecision(
  deps: BibleDeps,
  { decisionId, ...of }: BibleOf & { decisionId: string },
): Promise<ChangedRows> {
  const { bible, clock } = deps;
  await deps.books.getLive(of.bookId, of.userId);
  const decision = await bible.findDecision(of.bookId, decisionId);
  if (!decision || decision.at.getTime() < clock.now().getTime() - undoDays * dayMs)
    throw new ProblemError('bible.not_found');
  const decided = await bible.listDecidedRows(decisionId);
  let changes: readonly RowChange[] = [];
  const undoId = await writeBible(
    deps,
    of,
    'edit',
    async () => {
      changes = decideUndo(decided, await readPresent(deps, of.bookId, decided));
      return changes;
    },
    async (session) => {
      if (changes.length > 0) await deps.findings.clearDecision(of.bookId, decisionId, session);
    },
  );
  const done = new Set(changes.map(({ id }) => id));
  const shown = decided.filter(({ table }) => table !== 'dismissals').map(({ rowId }) => rowId);
  return {
    decisionId: undoId,
    done: shown.filter((id) => done.has(id)),
    skipped: shown.filter((id) => !done.has(id)),
  };
}

/** The present rows that an undo depends on. */
export interface PresentRows {
  /** The rows that the decision changed, by id. */
  readonly rows: ReadonlyMap<string, BibleTables[TableName]>;
  /** Other entries that have one of the names that would be restored, or to which a restored row belongs. */
  readonly otherEntries: readonly EntryRow[];
  /** Facts and relations that are not of this decision, but of the entries that it created. */
  readonly added: readonly AddedRow[];
}

type AddedRow = RowOf<'facts' | 'relations'>;

async function readPresent({ bible }: BibleDeps, bookId: string, decided: readonly DecidedRow[]): Promise<PresentRows> {
  const rows = new Map<string, BibleTables[TableName]>();
  for (const table of tableNames) {
    const ids = decided.filter((each) => each.table === table).map(({ rowId }) => rowId);
    if (ids.length > 0) for (const row of await bible.findRows(table, bookId, ids)) rows.set(row._id, row);
  }
  const ids = new Set(decided.map(({ rowId }) => rowId));
  const before = decided.flatMap(({ table, before: row }) => (table === 'entries' && row ? [row as EntryRow] : []));
  const ownerIds = decided.flatMap(({ table, rowId: id, before: row }) =>
    ownersOf({ table, id, before: null, after: row } as RowChange),
  );
  const otherEntries = [
    ...(await bible.findByNames(
      bookId,
      before.map(({ nameKey }) => nameKey),
    )),
    ...(await bible.findRows('entries', bookId, ownerIds)),
  ].filter(({ _id }) => !ids.has(_id));
  const created = decided
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
 * revision, so that the same decision cannot be undone again. Skipped are an entry whose name another entry has now, an
 * entry that got facts or relations since, and rows whose entry would not exist. Proposals for an entry that the
 * decision created are deleted with it.
 */
export function decideUndo(decided: readonly DecidedRow[], { rows, otherEntries, added }: PresentRows): RowChange[] {
  const owners = new Set(added.filter(({ row }) => row.status !== 'proposed').flatMap(entryIdsOf));
  const takenNames = new Set(otherEntries.map(({ nameKey }) => nameKey));
  const entries = decided.filter(({ table }) => table === 'entries');
  const undone = entries
    .filter((each) => isAsDecided(each, rows))
    .filter(({ rowId, before }) =>
      before === null ? !owners.has(rowId) : !takenNames.has((before as EntryRow).nameKey),
    )
    .map((each) => restore(each, rows));
  const changed = new Map(undone.map((change) => [change.id, change.after !== null]));
  const exists = (id: string): boolean =>
    changed.get(id) ?? (rows.has(id) || otherEntries.some(({ _id }) => _id === id));
  const parts = decided
    .filter((each) => each.table !== 'entries' && isAsDecided(each, rows))
    .map((each) => restore(each, rows))
    .filter((change) => ownersOf(change).every(exists));
  const deleted = new Set(undone.flatMap(({ id, after }) => (after === null ? [id] : [])));
  const withdrawn = added
    .filter((each) => entryIdsOf(each).some((id) => deleted.has(id)))
    .map(({ table, row }) => deleteRow(table, row));
  return [...undone, ...parts, ...withdrawn];
}

function isAsDecided({ rowId, revAfter }: DecidedRow, rows: PresentRows['rows']): boolean {
  const row = rows.get(rowId);
  return (row ? authorRevOf(row) : null) === revAfter;
}

/** Restores a row, but keeps its present evidence, which readings may have moved since. Its start moves with that. */
function restore({ table, rowId, before, lastRev }: DecidedRow, rows: PresentRows['rows']): RowChange {
  const present = rows.get(rowId) ?? null;
  if (before === null) return { table, id: rowId, before: present, after: null } as RowChange;
  const { readingWrites: _writes, ...fields } = before;
  const evidence = present && hasEvidence(present) ? present.evidence : null;
  const moved = evidence && hasEvidence(before) ? { evidence, since: moveSince(before, evidence) } : {};
  return { table, id: rowId, before: present, after: { ...fields, ...moved, rev: lastRev + 1 } } as RowChange;
}

const hasEvidence = (row: BibleTables[TableName]): row is FactRow | RelationRow => 'evidence' in row;
