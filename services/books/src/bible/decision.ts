import { rowOverheadBytes } from '@inkbear/manuscript-store/change';
import { authorRevOf, type BibleTables, bytesOfRow, type RowChange, type TableName } from './bible.ts';

/** One undoable write of the author to a story bible; the API calls it a decision. */
export interface DecisionRow {
  _id: string;
  bookId: string;
  userId: string;
  at: Date;
  /** Bytes of the rows before the write, which count against the owner's quota until the decision is purged. */
  storedBytes: number;
}

/** A row that a decision changed, as it was before, to undo the decision. */
export interface UndoRecord {
  /** `<decisionId>:<rowId>` */
  _id: string;
  decisionId: string;
  bookId: string;
  userId: string;
  table: TableName;
  rowId: string;
  /** Null when the decision created it. */
  before: BibleTables[TableName] | null;
  /** The author's revision after the decision (`authorRevOf`); null when it deleted the row. */
  revAfter: number | null;
  /** The highest revision that the row has had. */
  lastRev: number;
}

interface WriteContext {
  readonly decisionId: string;
  readonly bookId: string;
  readonly userId: string;
  readonly at: Date;
}

export interface PlannedWrite {
  /** The changes with their new revisions and bytes. */
  readonly changes: readonly RowChange[];
  readonly decision: DecisionRow;
  readonly undoRecords: readonly UndoRecord[];
  /** By how much the stored bytes grow; may be negative. */
  readonly growth: number;
}

/** Bytes of ids and index entries of a decision, and of each undo record. */
const decisionBytes = rowOverheadBytes / 4;

/**
 * Sets the revision and the stored bytes of each row that a decision writes, and copies the rows as they were for an
 * undo. A deletion never grows the stored bytes: the kept row counts fewer bytes, because its index entries are gone.
 */
export function planWrite(changes: readonly RowChange[], context: WriteContext): PlannedWrite {
  const written = changes.map((change) => withRevAndBytes(change));
  const kept = written.map(({ before, after }) =>
    after === null ? (before?.storedBytes ?? 0) - decisionBytes : (before?.storedBytes ?? 0) + decisionBytes,
  );
  const storedBytes = kept.reduce((sum, bytes) => sum + bytes, decisionBytes);
  const { decisionId, bookId, userId, at } = context;
  return {
    changes: written,
    decision: { _id: decisionId, bookId, userId, at, storedBytes },
    undoRecords: written.map(({ table, id, before, after }) => ({
      _id: `${decisionId}:${id}`,
      decisionId,
      bookId,
      userId,
      table,
      rowId: id,
      before,
      revAfter: after && authorRevOf(after),
      lastRev: Math.max(before?.rev ?? 0, after?.rev ?? 0),
    })),
    growth: growthOf(written) + storedBytes,
  };
}

/**
 * Sets the revision and the stored bytes of each row that extraction from chapters writes. Nothing is kept for an undo,
 * because the author can dismiss a suggestion.
 */
export function planExtractionWrite(changes: readonly RowChange[]): Pick<PlannedWrite, 'changes' | 'growth'> {
  const written = changes.map(({ before, after, ...change }) => {
    const counted = before && after ? { ...after, readingWrites: (before.readingWrites ?? 0) + 1 } : after;
    return withRevAndBytes({ ...change, before, after: counted } as RowChange);
  });
  return { changes: written, growth: growthOf(written) };
}

const growthOf = (written: readonly RowChange[]): number =>
  written.reduce((sum, { before, after }) => sum + (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0), 0);

/** Sets the next revision, unless an undo has set a higher one, and the stored bytes. */
function withRevAndBytes(change: RowChange): RowChange {
  const { before, after } = change;
  if (after === null) return change;
  const rev = Math.max(after.rev, (before?.rev ?? 0) + 1);
  const { rev: _rev, storedBytes: _bytes, ...fields } = after;
  return { ...change, after: { ...after, rev, storedBytes: bytesOfRow(fields) } } as RowChange;
}
