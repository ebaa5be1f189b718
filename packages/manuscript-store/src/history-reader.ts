import type { ClientSession, Collection, Connection } from 'mongoose';
import type { OriginSpan } from '@inkbear/prose/origins';
import { inTransaction } from '@inkbear/service-kit/mongo';
import {
  type Change,
  changeBytes,
  type ChangeRow,
  replayInChunks,
  rowOverheadBytes,
  type SnapshotRow,
} from './change.ts';

export const withoutChanges = { changes: 0, origins: 0 } as const;
/** Filter for rows that still have their change. Most rows of an old history are compacted. */
export const notCompactedFilter = { folded: { $exists: false } } as const;
export const listedFilter = { ...notCompactedFilter, deletedAt: { $exists: false } } as const;
/**
 * Index hint: the index of `createHistory` that skips compacted rows. Without the hint, the server may choose the index
 * by revision.
 */
export const byRevWithoutCompacted = { itemId: 1, folded: 1, rev: 1 } as const;

/** Selects the revisions of a list. With `deletedAfter` it lists only revisions that were deleted after that time. */
interface RevisionPage {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly deletedAfter?: Date | undefined;
}

/**
 * Yields stored changes, then the pending ones of the head. A change that was flushed in between is in both and is
 * yielded once.
 */
async function* concatChanges<C extends Pick<Change, 'rev' | 'changes'>>(
  rows: AsyncIterable<C>,
  pending: readonly (Change & C)[],
  { after, last }: { after: number; last: number },
): AsyncGenerator<C> {
  let newestStored = after;
  for await (const row of rows) {
    newestStored = row.rev;
    yield row;
  }
  for (const change of pending) if (change.rev > newestStored && change.rev <= last) yield change;
}

/** A change with the origins of its text, as it was saved. */
export type SavedChange = Pick<Change, 'rev' | 'at' | 'kind' | 'changes' | 'origins' | 'isMove'>;

/** The changes after a revision, oldest first, and the text that they apply to. */
export interface ChangesSince {
  readonly text: string;
  readonly changes: readonly SavedChange[];
  /** Whether further changes follow. */
  readonly hasMore: boolean;
}

/** Batch size of the cursor that reads a revision: the number of change rows in memory at once. */
const cursorBatchSize = 4;

/** Lower bound of the partial index on deleted revisions; a query must repeat it. */
const epoch = new Date(0);

/** Reads a history: stored changes and snapshots. `HistoryRepository` adds the writes. */
export abstract class HistoryReader {
  protected abstract readonly changes: Collection<ChangeRow>;
  protected abstract readonly snapshots: Collection<SnapshotRow>;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Finds a change by its id, even if it was compacted. Returns the oldest one if a client used the id twice. */
  findByChangeId(itemId: string, changeId: string): Promise<ChangeRow | null> {
    return this.changes.findOne({ itemId, changeId }, { sort: { rev: 1 }, projection: withoutChanges });
  }

  /** A page of revisions below `before` without their changes, newest first. */
  list(itemId: string, page: RevisionPage): Promise<ChangeRow[]> {
    const { before, limit, deletedAfter } = page;
    const filter = deletedAfter ? { ...notCompactedFilter, deletedAt: { $gt: deletedAfter } } : listedFilter;
    const below = before === undefined ? {} : { rev: { $lt: before } };
    return this.changes
      .find(
        { itemId, ...filter, ...below },
        { sort: { rev: -1 }, limit, projection: withoutChanges, hint: byRevWithoutCompacted },
      )
      .toArray();
  }

  /** Rows from `first` on that are not compacted, including deleted ones, without their changes, oldest first. */
  listFrom(itemId: string, first: number, limit: number): Promise<ChangeRow[]> {
    return this.changes
      .find(
        { itemId, ...notCompactedFilter, rev: { $gte: first } },
        { sort: { rev: 1 }, limit, projection: withoutChanges, hint: byRevWithoutCompacted },
      )
      .toArray();
  }

  /**
   * Reads a revision with its text. Returns null if it does not exist, was compacted or was deleted.
   * @param pending the head's pending changes, read before this call; some may have been flushed since
   */
  async readRevision(
    itemId: string,
    rev: number,
    pending: readonly Change[],
  ): Promise<(Change & { content: string }) | null> {
    // Uses a transaction, because a concurrent compaction moves changes between rows.
    return await inTransaction(this.#connection, async (session) => {
      const stored = await this.changes.findOne({ _id: `${itemId}:${rev}` }, { projection: withoutChanges, session });
      // It was compacted after the head was read, so the pending changes no longer fit the remaining rows.
      if (stored?.folded) return null;
      const change = stored ?? pending.find((candidate) => candidate.rev === rev);
      if (!change || stored?.deletedAt) return null;
      const snapshot = await this.#snapshotBefore(itemId, rev, session);
      const rows = this.#streamChanges(itemId, snapshot.rev + 1, rev, session);
      return {
        ...change,
        content: await replayInChunks(
          snapshot.content,
          concatChanges(rows, pending, { after: snapshot.rev, last: rev }),
        ),
      };
    });
  }

  /**
   * Reads the changes after a revision, or all of them after revision 0. Returns null when the revision has no change of
   * its own, because it was compacted or purged: no remaining change applies to its text then.
   * @param pending the head's pending changes, read before this call; some may have been flushed since
   * @param maxBytes bytes of changes after which no further one is read
   */
  async readChangesSince(
    itemId: string,
    { after, pending, maxBytes }: { after: number; pending: readonly Change[]; maxBytes: number },
  ): Promise<ChangesSince | null> {
    return await inTransaction(this.#connection, async (session) => {
      const stored = await this.changes.findOne({ _id: `${itemId}:${after}` }, { projection: { folded: 1 }, session });
      const isPending = pending.some(({ rev }) => rev === after);
      if (stored?.folded || (after > 0 && !stored && !isPending)) return null;
      const snapshot = await this.#snapshotBefore(itemId, after, session);
      const before = this.#streamChanges(itemId, snapshot.rev + 1, after, session);
      const text = await replayInChunks(
        snapshot.content,
        concatChanges(before, pending, { after: snapshot.rev, last: after }),
      );
      const changes: SavedChange[] = [];
      let bytes = 0;
      const later = this.#streamSaved(itemId, after + 1, session);
      for await (const change of concatChanges<SavedChange>(later, pending, { after, last: Infinity })) {
        if (bytes > maxBytes) return { text, changes, hasMore: true };
        changes.push(change);
        bytes += changeBytes(change.changes, change.origins);
      }
      return { text, changes, hasMore: false };
    });
  }

  #streamSaved(itemId: string, first: number, session: ClientSession): AsyncIterable<SavedChange> {
    return this.changes.find(
      { itemId, ...notCompactedFilter, rev: { $gte: first } },
      {
        sort: { rev: 1 },
        projection: { rev: 1, at: 1, kind: 1, changes: 1, origins: 1, isMove: 1 },
        hint: byRevWithoutCompacted,
        batchSize: cursorBatchSize,
        session,
      },
    );
  }

  /** Like `readText`, outside a transaction. */
  getText(itemId: string, rev: number): Promise<string> {
    // Uses a transaction, because a concurrent compaction moves changes between rows.
    return inTransaction(this.#connection, (session) => this.readText(itemId, rev, session));
  }

  /** The text at a stored revision, deleted or not. */
  async readText(itemId: string, rev: number, session: ClientSession): Promise<string> {
    const snapshot = await this.#snapshotBefore(itemId, rev, session);
    return await replayInChunks(snapshot.content, this.#streamChanges(itemId, snapshot.rev + 1, rev, session));
  }

  /** Streams the stored changes from `first` to `last`, a few at a time, because each may have two megabytes. */
  #streamChanges(
    itemId: string,
    first: number,
    last: number,
    session: ClientSession,
  ): AsyncIterable<Pick<ChangeRow, 'rev' | 'changes'>> {
    return this.changes.find(
      { itemId, ...notCompactedFilter, rev: { $gte: first, $lte: last } },
      {
        sort: { rev: 1 },
        projection: { rev: 1, changes: 1 },
        hint: byRevWithoutCompacted,
        batchSize: cursorBatchSize,
        session,
      },
    );
  }

  /**
   * Like `#streamChanges`, with origins. One row per batch, because the driver parses a whole batch without yielding to
   * the event loop.
   */
  streamWithOrigins(
    itemId: string,
    first: number,
    last: number,
    session: ClientSession,
  ): AsyncIterable<Pick<ChangeRow, 'changes' | 'origins'>> {
    return this.changes.find(
      { itemId, ...notCompactedFilter, rev: { $gte: first, $lte: last } },
      { sort: { rev: 1 }, projection: { changes: 1, origins: 1 }, hint: byRevWithoutCompacted, batchSize: 1, session },
    );
  }

  async getOrigins(itemId: string, rev: number, session: ClientSession): Promise<OriginSpan[]> {
    const row = await this.changes.findOne({ _id: `${itemId}:${rev}` }, { projection: { origins: 1 }, session });
    if (!row) throw new Error(`The history has no revision ${rev}.`);
    return row.origins;
  }

  /** Whether the author has deleted a revision from `first` to `last`, both included. */
  async hasDeleted(itemId: string, first: number, last: number, session: ClientSession): Promise<boolean> {
    const deleted = { itemId, ...notCompactedFilter, rev: { $gte: first, $lte: last }, deletedAt: { $exists: true } };
    return (
      (await this.changes.findOne(deleted, { projection: { _id: 1 }, hint: byRevWithoutCompacted, session })) !== null
    );
  }

  /** Whether a revision still has its own change: it was neither compacted nor purged. */
  async hasChange(itemId: string, rev: number, session: ClientSession): Promise<boolean> {
    const filter = { _id: `${itemId}:${rev}`, ...notCompactedFilter };
    return (await this.changes.findOne(filter, { projection: { _id: 1 }, session })) !== null;
  }

  /** The newest snapshot up to `rev`. If there is none, the empty text at revision 0. */
  async #snapshotBefore(
    itemId: string,
    rev: number,
    session: ClientSession,
  ): Promise<Pick<SnapshotRow, 'rev' | 'content'>> {
    const options = { sort: { rev: -1 }, hint: { itemId: 1, rev: -1 }, session } as const;
    return (await this.snapshots.findOne({ itemId, rev: { $lte: rev } }, options)) ?? { rev: 0, content: '' };
  }

  /** Deleted revisions whose retention of 30 days is over. */
  listPurgeDue(deletedBefore: Date, limit: number): Promise<Pick<ChangeRow, '_id' | 'itemId' | 'rev'>[]> {
    return this.changes
      .find(
        { deletedAt: { $gt: epoch, $lte: deletedBefore } },
        { sort: { deletedAt: 1 }, limit, projection: { itemId: 1, rev: 1 } },
      )
      .toArray();
  }

  /** The first two rows from `rev` on that are not compacted, without their changes. */
  listWithNext(itemId: string, rev: number, session: ClientSession): Promise<ChangeRow[]> {
    return this.changes
      .find(
        { itemId, ...notCompactedFilter, rev: { $gte: rev } },
        { sort: { rev: 1 }, limit: 2, projection: withoutChanges, hint: byRevWithoutCompacted, session },
      )
      .toArray();
  }

  /**
   * Sums up the quota bytes of a manuscript's changes and snapshots, with a separate sum for deleted revisions. Only for
   * migrations, because it reads all rows.
   */
  async countBytes(itemId: string): Promise<{ stored: number; deleted: number }> {
    const isDeleted = { $ne: [{ $type: '$deletedAt' }, 'missing'] };
    const changes = await this.changes
      .aggregate<{ _id: boolean; bytes: number; rows: number }>([
        { $match: { itemId } },
        { $group: { _id: isDeleted, bytes: { $sum: '$bytes' }, rows: { $sum: 1 } } },
      ])
      .toArray();
    const [snapshots] = await this.snapshots
      .aggregate<{ bytes: number }>([
        { $match: { itemId } },
        { $group: { _id: null, bytes: { $sum: { $strLenBytes: '$content' } } } },
      ])
      .toArray();
    const sum = (deleted: boolean): number =>
      changes
        .filter(({ _id }) => _id === deleted)
        .reduce((total, { bytes, rows }) => total + bytes + rows * rowOverheadBytes, 0);
    return { stored: sum(false) + (snapshots?.bytes ?? 0), deleted: sum(true) };
  }
}
