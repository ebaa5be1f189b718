import { editionLimits, type FileProgress } from '@inkbear/contracts/export/edition';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Connection, mongo } from 'mongoose';
import { type EditionRow, type FileRow, queueLimits, type QueuedEdition, type RemovableEdition } from './edition.ts';

/** A file that a runner is making, and the lease that gives it to this runner alone. */
export interface Claim {
  readonly editionId: string;
  readonly fileId: string;
  readonly leaseId: string;
}

/** The state of a file after the last attempt to make it. */
export type FileOutcome = Pick<FileRow, 'state'> &
  Partial<
    Pick<FileRow, 'finishedAt' | 'pages' | 'bytes' | 'sha256' | 'storedId' | 'preflight' | 'comparison' | 'error'>
  >;

const openStates = ['waiting', 'running', 'checking'] as const;
const inProgressStates = ['running', 'checking'] as const;
const listed = editionLimits.perBook + editionLimits.pinnedPerBook;
const queued = {
  userId: 1,
  lastStartedAt: 1,
  'files.id': 1,
  'files.state': 1,
  'files.createdAt': 1,
  'files.lease': 1,
} as const;

const removable = { userId: 1, frozenId: 1, 'files.storedId': 1 } as const;

/** Selects the edition in which a runner still has its lease, and its file as `files.$`. */
const held = ({ editionId, fileId, leaseId }: Claim): mongo.Filter<EditionRow> => ({
  _id: editionId,
  files: { $elemMatch: { id: fileId, state: { $in: [...inProgressStates] }, 'lease.id': leaseId } },
});

/** Editions with their files. Only a transaction that holds the lock of the queue adds or claims files. */
export class EditionRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(id: string, userId: string, session?: ClientSession): Promise<EditionRow | null> {
    return this.#editions.findOne({ _id: id, userId }, session ? { session } : {});
  }

  /** Throws 404 unless this edition exists and is the user's. */
  async get(id: string, userId: string, session?: ClientSession): Promise<EditionRow> {
    const row = await this.find(id, userId, session);
    if (!row) throw new ProblemError('export.edition_not_found');
    return row;
  }

  /** The newest edition of a book with this content. */
  findByContent(
    { bookId, userId, contentHash }: Pick<EditionRow, 'bookId' | 'userId' | 'contentHash'>,
    session?: ClientSession,
  ): Promise<EditionRow | null> {
    return this.#editions.findOne(
      { bookId, userId, contentHash },
      { sort: { createdAt: -1 }, ...(session ? { session } : {}) },
    );
  }

  /** The editions of a book, newest first, without the findings of their files. */
  async list(bookId: string, userId: string): Promise<EditionRow[]> {
    const rows = await this.#editions
      .find({ bookId, userId }, { projection: { 'files.preflight.findings': 0 } })
      .sort({ createdAt: -1 })
      .limit(listed)
      .toArray();
    for (const { preflight } of rows.flatMap(({ files }) => files)) if (preflight) preflight.findings = [];
    return rows;
  }

  async insert(row: EditionRow, session: ClientSession): Promise<void> {
    await this.#editions.insertOne(row, { session });
  }

  /** All editions that have a waiting or running file: bounded by the limit of waiting files, besides the running ones. */
  listQueued(session?: ClientSession): Promise<QueuedEdition[]> {
    return this.#editions
      .find<QueuedEdition>({ isBusy: true }, { projection: queued, hint: 'isBusy_1', ...(session ? { session } : {}) })
      .toArray();
  }

  /** When the last attempt to make a file began, for each of these users. A covered query. */
  async listStarts(userIds: readonly string[], session: ClientSession): Promise<Map<string, Date>> {
    const rows = await this.#editions
      .aggregate<{ _id: string; at: Date | null }>(
        [{ $match: { userId: { $in: [...userIds] } } }, { $group: { _id: '$userId', at: { $max: '$lastStartedAt' } } }],
        { session, hint: 'userId_1_lastStartedAt_1' },
      )
      .toArray();
    return new Map(rows.flatMap(({ _id, at }) => (at ? [[_id, at] as const] : [])));
  }

  /** Replaces the files of an edition. */
  async setFiles(
    { _id, files }: Pick<EditionRow, '_id' | 'files'>,
    isBusy: boolean,
    session: ClientSession,
  ): Promise<void> {
    await this.#editions.updateOne({ _id }, { $set: { files, isBusy } }, { session });
  }

  /** Leases a file to a runner, and counts the try. Returns its edition. */
  async claim(
    { editionId, fileId, leaseId }: Claim,
    { now, until }: { now: Date; until: Date },
    session: ClientSession,
  ): Promise<EditionRow | null> {
    return await this.#editions.findOneAndUpdate(
      { _id: editionId, files: { $elemMatch: { id: fileId, state: { $in: [...openStates] } } } },
      {
        $set: { 'files.$.state': 'running', 'files.$.lease': { id: leaseId, until }, lastStartedAt: now },
        $inc: { 'files.$.tries': 1 },
      },
      { session, returnDocument: 'after' },
    );
  }

  /** Extends a lease and stores the progress. False when the runner has lost it: cancelled, removed or expired. */
  async renew(claim: Claim, progress: FileProgress | null, now: Date): Promise<boolean> {
    const isChecking = progress?.step === 'compare' || progress?.step === 'check';
    const { matchedCount } = await this.#editions.updateOne(held(claim), {
      $set: {
        'files.$.lease.until': new Date(now.getTime() + queueLimits.leaseMs),
        'files.$.progress': progress,
        'files.$.state': isChecking ? 'checking' : 'running',
      },
    });
    return matchedCount === 1;
  }

  /** Returns a file to the queue. @param countsAsAttempt whether the try counts */
  async release(claim: Claim, { countsAsAttempt }: { countsAsAttempt: boolean }): Promise<void> {
    await this.#editions.updateOne(held(claim), {
      $set: { 'files.$.state': 'waiting', 'files.$.lease': null, 'files.$.progress': null },
      $inc: { 'files.$.tries': countsAsAttempt ? 0 : -1 },
    });
  }

  /** Stores the final state of a file. False when the runner has lost its lease. */
  async finish(claim: Claim, end: FileOutcome, session: ClientSession): Promise<boolean> {
    const set = Object.fromEntries(Object.entries(end).map(([name, value]) => [`files.$.${name}`, value]));
    const { matchedCount } = await this.#editions.updateOne(
      held(claim),
      { $set: { ...set, 'files.$.lease': null, 'files.$.progress': null } },
      { session },
    );
    await this.#editions.updateOne(
      { _id: claim.editionId, files: { $not: { $elemMatch: { state: { $in: [...openStates] } } } } },
      { $set: { isBusy: false } },
      { session },
    );
    return matchedCount === 1;
  }

  async setDetails(
    id: string,
    userId: string,
    { name, pinned }: Pick<EditionRow, 'name' | 'pinned'>,
    session: ClientSession,
  ): Promise<EditionRow> {
    const row = await this.#editions.findOneAndUpdate(
      { _id: id, userId },
      { $set: { name, pinned } },
      { session, returnDocument: 'after' },
    );
    if (!row) throw new ProblemError('export.edition_not_found');
    return row;
  }

  /** The editions of a book with this pin, newest first. */
  listByPin(
    { bookId, userId, pinned }: Pick<EditionRow, 'bookId' | 'userId' | 'pinned'>,
    session: ClientSession,
  ): Promise<RemovableEdition[]> {
    return this.#editions
      .find<RemovableEdition>({ bookId, userId, pinned }, { session, projection: removable })
      .sort({ createdAt: -1 })
      .toArray();
  }

  /** Editions that are kept no longer, oldest first. */
  listOld(before: Date, limit: number): Promise<RemovableEdition[]> {
    return this.#editions
      .find<RemovableEdition>({ pinned: false, createdAt: { $lt: before } }, { projection: removable })
      .sort({ createdAt: 1 })
      .limit(limit)
      .toArray();
  }

  listOfBook(bookId: string, userId: string, session: ClientSession): Promise<RemovableEdition[]> {
    return this.#editions.find<RemovableEdition>({ bookId, userId }, { session, projection: removable }).toArray();
  }

  async remove(ids: readonly string[], session: ClientSession): Promise<void> {
    await this.#editions.deleteMany({ _id: { $in: [...ids] } }, { session });
  }

  /** Deletes at most `limit` editions of an erased user. Returns how many it deleted. */
  async eraseSome(userId: string, limit: number): Promise<number> {
    const rows = await this.#editions
      .find({ userId }, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    await this.#editions.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    return rows.length;
  }

  get #editions() {
    return this.#connection.collection<EditionRow>('editions');
  }
}
