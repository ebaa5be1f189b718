import { type ImportProgress, importLimits } from '@inkbear/contracts/export/import';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Connection, mongo } from 'mongoose';
import { leaseTimes } from '../queue/leased-queue.ts';
import type { ImportQueue, ImportRow, ImportUsage, MakeEnd, QueuedImport } from './import.ts';

/** An import that a process runs, and the lease that gives it to this process alone. */
export interface ImportClaim {
  readonly importId: string;
  readonly leaseId: string;
}

/** How many files a user has uploaded on a day. */
interface UploadCountRow {
  /** The user's id. */
  _id: string;
  /** In UTC. */
  date: string;
  count: number;
}

const queued = { userId: 1, createdAt: 1, lease: 1 } as const;
const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
const inSession = (session?: ClientSession) => (session ? { session } : {});
const held = ({ importId, leaseId }: ImportClaim): mongo.Filter<ImportRow> => ({
  _id: importId,
  'lease.id': leaseId,
});

/** Imports. Only a transaction that holds the lock of their queue adds or claims one. */
export class ImportRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(id: string, userId: string, session?: ClientSession): Promise<ImportRow | null> {
    return this.#imports.findOne({ _id: id, userId }, inSession(session));
  }

  /** Throws 404 unless this import exists and is the user's. */
  async get(id: string, userId: string, session?: ClientSession): Promise<ImportRow> {
    const row = await this.find(id, userId, session);
    if (!row) throw new ProblemError('imports.not_found');
    return row;
  }

  /** A user's imports, newest first, without plans and losses. */
  async list(userId: string): Promise<ImportRow[]> {
    const rows = await this.#imports
      .find({ userId }, { projection: { plan: 0, losses: 0 } })
      .sort({ createdAt: -1 })
      .limit(importLimits.perUser)
      .toArray();
    return rows.map((row) => ({ ...row, plan: null, losses: [] }));
  }

  /** What counts against the limits of a user. @param now the uploads of its date are counted */
  async readUsage(userId: string, now: Date, session?: ClientSession): Promise<ImportUsage> {
    const rows = await this.#imports
      .find<Pick<ImportRow, 'queue'>>({ userId }, { projection: { queue: 1 }, ...inSession(session) })
      .toArray();
    const uploads = await this.#uploadCounts.findOne({ _id: userId }, inSession(session));
    return {
      all: rows.length,
      open: rows.filter(({ queue }) => queue !== null).length,
      today: uploads?.date === dateOf(now) ? uploads.count : 0,
    };
  }

  /** Inserts an import and counts its upload. @param today the uploads of this date before it */
  async insert(row: ImportRow, today: number, session: ClientSession): Promise<void> {
    await this.#imports.insertOne(row, { session });
    await this.#uploadCounts.updateOne(
      { _id: row.userId },
      { $set: { date: dateOf(row.createdAt), count: today + 1 } },
      { session, upsert: true },
    );
  }

  /** The imports in a queue, running ones included: bounded by the limit of waiting files and that of a user. */
  listQueued(queue: ImportQueue, session?: ClientSession): Promise<QueuedImport[]> {
    return this.#imports
      .find<QueuedImport>({ queue }, { projection: queued, hint: 'queue_1', ...inSession(session) })
      .toArray();
  }

  /** When the last attempt of each of these users began. A covered query. */
  async listStarts(userIds: readonly string[], session: ClientSession): Promise<Map<string, Date>> {
    const rows = await this.#imports
      .aggregate<{ _id: string; at: Date | null }>(
        [{ $match: { userId: { $in: [...userIds] } } }, { $group: { _id: '$userId', at: { $max: '$lastStartedAt' } } }],
        { session, hint: 'userId_1_lastStartedAt_1' },
      )
      .toArray();
    return new Map(rows.flatMap(({ _id, at }) => (at ? [[_id, at] as const] : [])));
  }

  /** Leases an import of a queue, and counts the try. Returns it as it is then. */
  claim(
    { importId, leaseId }: ImportClaim,
    { queue, now }: { queue: ImportQueue; now: Date },
    session: ClientSession,
  ): Promise<ImportRow | null> {
    const until = new Date(now.getTime() + leaseTimes.leaseMs);
    const state = queue === 'read' ? 'reading' : 'making';
    return this.#imports.findOneAndUpdate(
      { _id: importId, queue },
      { $set: { state, lease: { id: leaseId, until }, lastStartedAt: now }, $inc: { tries: 1 } },
      { session, returnDocument: 'after' },
    );
  }

  /** Extends a lease and stores the progress. False when it was lost. */
  async renew(claim: ImportClaim, progress: ImportProgress, now: Date): Promise<boolean> {
    const until = new Date(now.getTime() + leaseTimes.leaseMs);
    const { matchedCount } = await this.#imports.updateOne(held(claim), { $set: { 'lease.until': until, progress } });
    return matchedCount === 1;
  }

  /** Returns an import to its queue, to be run from the start. @param countsAsAttempt whether the try counts */
  async release(claim: ImportClaim, { countsAsAttempt }: { countsAsAttempt: boolean }): Promise<void> {
    await this.#imports.updateOne(held(claim), {
      $set: { lease: null, progress: null },
      $inc: { tries: countsAsAttempt ? 0 : -1 },
    });
  }

  /** Ends an attempt with a change of the import, which leaves the queue. False when the lease was lost. */
  async settle(claim: ImportClaim, change: Partial<ImportRow>, session?: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.#imports.updateOne(
      held(claim),
      { $set: { ...change, queue: null, lease: null, progress: null, tries: 0 } },
      inSession(session),
    );
    return matchedCount === 1;
  }

  /** Has what the books service has stored deleted, before the import ends. False when the lease was lost. */
  async setUndo(claim: ImportClaim, undo: MakeEnd): Promise<boolean> {
    const { matchedCount } = await this.#imports.updateOne(held(claim), { $set: { 'making.undo': undo } });
    return matchedCount === 1;
  }

  /** Changes an import that nobody runs, or takes its lease from the one who does. */
  async update(id: string, change: Partial<ImportRow>, session: ClientSession): Promise<void> {
    await this.#imports.updateOne({ _id: id }, { $set: change }, { session });
  }

  /** Imports whose time has passed, and that nobody runs; oldest first. */
  listExpired(now: Date, limit: number): Promise<ImportRow[]> {
    return this.#imports
      .find({ expiresAt: { $lte: now }, queue: null }, { projection: { plan: 0, losses: 0 } })
      .sort({ expiresAt: 1 })
      .limit(limit)
      .toArray();
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.#imports.deleteOne({ _id: id }, { session });
  }

  async eraseSome(userId: string, limit: number): Promise<number> {
    await this.#uploadCounts.deleteOne({ _id: userId });
    return await deleteUpTo(this.#imports, { userId }, limit);
  }

  get #imports() {
    return this.#connection.collection<ImportRow>('imports');
  }

  get #uploadCounts() {
    return this.#connection.collection<UploadCountRow>('upload_counts');
  }
}
