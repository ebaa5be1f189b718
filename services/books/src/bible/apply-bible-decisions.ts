import type { ReviewAction, ChangedRows } from '@inkbear/contracts/bible/bible';
import type { BibleRepository } from './bible.repository.ts';
import {
  deleteRow,
  dismissalOfEntry,
  dismissalOfFact,
  dismissalOfRelation,
  type EntryRow,
  type FactRow,
  entryIdsOf,
  insertRow,
  type RelationRow,
  type RowChange,
  type RowOf,
  uniqueRows,
  updateRow,
} from './bible.ts';
import { type BibleDeps, type BibleRef, writeBible } from './write-bible.ts';

interface ReviewItem {
  readonly id: string;
  /** What the author does with the row. */
  readonly decision: ReviewAction;
}

/** The rows that review actions of the author are about, and the rows that may change with them. */
export interface AffectedRows {
  readonly entries: readonly EntryRow[];
  readonly facts: readonly FactRow[];
  readonly relations: readonly RelationRow[];
  /** Ids of dismissals that exist already. */
  readonly dismissed: ReadonlySet<string>;
}

/** Accepts, dismisses, locks or unlocks rows. Those that do not allow it are skipped. */
export async function applyBibleDecisions(
  deps: BibleDeps,
  bibleRef: BibleRef,
  items: readonly ReviewItem[],
): Promise<ChangedRows> {
  const wanted = new Map<string, ReviewAction>();
  for (const { id, decision: action } of items) if (!wanted.has(id)) wanted.set(id, action);
  let changedIds: string[] = [];
  const decisionId = await writeBible(deps, bibleRef, 'edit', async () => {
    const rows = await readRows(deps.bible, bibleRef.bookId, [...wanted.keys()]);
    const changes = planReviewChanges(wanted, rows, bibleRef);
    changedIds = changes.filter(({ table }) => table !== 'dismissals').map(({ id }) => id);
    return changes;
  });
  const changed = new Set(changedIds);
  return { decisionId, done: changedIds, skipped: [...wanted.keys()].filter((id) => !changed.has(id)) };
}

async function readRows(bible: BibleRepository, bookId: string, ids: readonly string[]): Promise<AffectedRows> {
  const chosen = await bible.findRows('entries', bookId, ids);
  const chosenIds = chosen.map(({ _id }) => _id);
  const facts = [...(await bible.findRows('facts', bookId, ids)), ...(await bible.listFactsOf(bookId, chosenIds))];
  const relations = [
    ...(await bible.findRows('relations', bookId, ids)),
    ...(await bible.listRelationsOf(bookId, chosenIds)),
  ];
  const owners = await bible.findRows('entries', bookId, [
    ...facts.map(({ entryId }) => entryId),
    ...relations.flatMap(({ fromId, toId }) => [fromId, toId]),
  ]);
  const rows = {
    entries: uniqueRows([...chosen, ...owners]),
    facts: uniqueRows(facts),
    relations: uniqueRows(relations),
  };
  const hashes = dismissalsOf(rows);
  const found = await bible.findRows('dismissals', bookId, [...hashes.values()]);
  return { ...rows, dismissed: new Set(found.map(({ _id }) => _id)) };
}

/** The id of the dismissal of each row, by the row's id. */
function dismissalsOf({ entries, facts, relations }: Omit<AffectedRows, 'dismissed'>): ReadonlyMap<string, string> {
  const nameOf = new Map(entries.map(({ _id, nameKey }) => [_id, nameKey]));
  const name = (id: string): string => nameOf.get(id) ?? id;
  return new Map([
    ...entries.map((entry) => [entry._id, dismissalOfEntry(entry)] as const),
    ...facts.map((fact) => [fact._id, dismissalOfFact(name(fact.entryId), fact)] as const),
    ...relations.map(
      (relation) =>
        [relation._id, dismissalOfRelation([name(relation.fromId), name(relation.toId)], relation)] as const,
    ),
  ]);
}

type AnyRow = RowOf<'entries' | 'facts' | 'relations'>;

const statusAfter = {
  accept: { proposed: 'accepted' },
  lock: { proposed: 'locked', accepted: 'locked' },
  unlock: { locked: 'accepted' },
} as const satisfies Record<Exclude<ReviewAction, 'dismiss'>, Partial<Record<EntryRow['status'], EntryRow['status']>>>;

/** Computes the row changes of the author's review actions. Each row changes once. */
export function planReviewChanges(
  wanted: ReadonlyMap<string, ReviewAction>,
  rows: AffectedRows,
  { bookId, userId }: BibleRef,
): RowChange[] {
  const all: AnyRow[] = [
    ...rows.entries.map((row) => ({ table: 'entries', row }) as const),
    ...rows.facts.map((row) => ({ table: 'facts', row }) as const),
    ...rows.relations.map((row) => ({ table: 'relations', row }) as const),
  ];
  const byId = new Map(all.map((target) => [target.row._id, target]));
  const dismissals = dismissalsOf(rows);
  const dismissed = new Set(rows.dismissed);
  const changes = new Map<string, RowChange>();
  const setStatus = ({ table, row }: AnyRow, status: EntryRow['status']): void =>
    void changes.set(row._id, updateRow(table, row as never, { status }));
  const dismiss = ({ table, row }: AnyRow): void => {
    changes.set(row._id, deleteRow(table, row as never));
    const _id = dismissals.get(row._id) ?? '';
    if (!dismissed.has(_id)) changes.set(_id, insertRow('dismissals', { _id, bookId, userId }));
    dismissed.add(_id);
  };
  for (const [id, action] of wanted) {
    const target = byId.get(id);
    if (!target || changes.has(id)) continue;
    if (action === 'dismiss') {
      for (const row of dismissedWith(target, all)) if (!changes.has(row.row._id)) dismiss(row);
      continue;
    }
    const status = (statusAfter[action] as Partial<Record<EntryRow['status'], EntryRow['status']>>)[target.row.status];
    if (status === undefined) continue;
    setStatus(target, status);
    for (const ownerId of entryIdsOf(target)) {
      const owner = byId.get(ownerId);
      if (owner?.row.status === 'proposed' && !changes.has(ownerId)) setStatus(owner, 'accepted');
    }
  }
  return [...changes.values()];
}

/**
 * A proposed row and the rows that are dismissed with it: for an entry, its facts and relations. Empty when one of them
 * is not proposed, but accepted or locked.
 */
function dismissedWith(target: AnyRow, all: readonly AnyRow[]): readonly AnyRow[] {
  const group = [target, ...all.filter((other) => entryIdsOf(other).includes(target.row._id))];
  return group.every(({ row }) => row.status === 'proposed') ? group : [];
}
