import type { IdeaInput, PartCount } from '@inkbear/contracts/ai/limit';
import { aiResultCreated } from '@inkbear/contracts/events';
import { limits, quotas } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { fitPage } from '@inkbear/service-kit/fit-page';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Connection, mongo } from 'mongoose';
import type { TaskKind } from '../generations/task.ts';
import type { Scope } from '../quota/limit-rules.ts';

/** A finished result. It is kept for 30 days, so that closing the browser does not lose it. */
export interface ResultRow {
  _id: string;
  userId: string;
  kind: TaskKind;
  bookId: string | null;
  chapterId: string | null;
  /** Absent in rows of earlier releases. */
  storyId?: string | null;
  text: string;
  /** Length of `text` in bytes of UTF-8. */
  bytes: number;
  /** Id of the first result, when this is a variant of it; null otherwise. */
  variantOf: string | null;
  /** The revision of the chapter or story at the time of the request; absent in rows of earlier releases. */
  askedRev?: number | null;
  /** The topic or title that an idea was requested for; absent in rows of earlier releases. */
  asked?: IdeaInput | null;
  /** The version of the prompt that asked for it; absent in rows of earlier releases. */
  promptVersion?: string;
  /** The `Idempotency-Key` of its request; null without one, absent in rows of earlier releases. */
  requestKey?: string | null;
  /** Parts of a chapter that was written in parts; null for other results, absent in rows of earlier releases. */
  parts?: PartCount | null;
  /** The number of variants requested of this result. */
  variants: number;
  createdAt: Date;
  expireAt: Date;
}

const dayMs = 86_400_000;
const deleteBatchSize = 100;
const newestFirst = { createdAt: -1, _id: -1 } as const;

/** Selects results of a user. Of the three ids, only the narrowest one applies. */
interface ResultScope {
  readonly userId: string;
  readonly bookId?: string | undefined;
  readonly chapterId?: string | undefined;
  readonly storyId?: string | undefined;
  readonly kind?: string | undefined;
}

export class ResultRepository {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /**
   * Stores a result. When the user's results exceed the storage quota, the oldest are deleted, so AI is never refused
   * for lack of space.
   */
  async insert(
    row: Omit<ResultRow, 'createdAt' | 'expireAt' | 'variants' | 'bytes'>,
    session: ClientSession,
  ): Promise<void> {
    const createdAt = this.#clock.now();
    const expireAt = new Date(createdAt.getTime() + limits.resultDays * dayMs);
    await this.#results.insertOne(
      { ...row, bytes: Buffer.byteLength(row.text), variants: 0, createdAt, expireAt },
      { session },
    );
    await this.#deleteOldest(row.userId, session);
  }

  /** The total bytes of a user's results. A covered query: it reads only the index, not the texts. */
  async countBytes(userId: string, session?: ClientSession): Promise<number> {
    const [total] = await this.#results
      .aggregate<{ bytes: number }>([{ $match: { userId } }, { $group: { _id: null, bytes: { $sum: '$bytes' } } }], {
        hint: 'by_user',
        ...(session ? { session } : {}),
      })
      .toArray();
    return total?.bytes ?? 0;
  }

  /**
   * A page of results, newest first, limited by number and bytes. `next` is the cursor of the following page; null
   * after the last one. Throws 400 when the cursor is invalid.
   */
  async listPage(scope: ResultScope, cursor: string | undefined): Promise<{ rows: ResultRow[]; next: string | null }> {
    const { userId, bookId, chapterId, storyId, kind } = scope;
    const narrowest = chapterId ? { chapterId } : storyId ? { storyId } : bookId ? { bookId } : {};
    const filter = { userId, ...narrowest, ...(kind ? { kind: kind as TaskKind } : {}), ...afterCursorFilter(cursor) };
    const sizes = await this.#results
      .find(filter, { projection: { bytes: 1, createdAt: 1 } })
      .sort(newestFirst)
      .limit(limits.resultsPerPage.rows + 1)
      .toArray();
    const page = fitPage(sizes, limits.resultsPerPage);
    const rows = await this.#results
      .find({ _id: { $in: page.map(({ _id }) => _id) } })
      .sort(newestFirst)
      .toArray();
    const last = page.at(-1);
    return { rows, next: last && page.length < sizes.length ? toCursor(last) : null };
  }

  async #deleteOldest(userId: string, session: ClientSession): Promise<void> {
    let excess = (await this.countBytes(userId, session)) - quotas.aiResults;
    while (excess > 0) {
      const oldest = await this.#results
        .find({ userId }, { projection: { bytes: 1 }, session })
        .sort({ createdAt: 1, _id: 1 })
        .limit(deleteBatchSize)
        .toArray();
      const deletedIds: string[] = [];
      for (const { _id, bytes } of oldest) {
        if (excess <= 0) break;
        deletedIds.push(_id);
        excess -= bytes;
      }
      if (deletedIds.length === 0) return;
      await this.#results.deleteMany({ _id: { $in: deletedIds } }, { session });
    }
  }

  find(userId: string, resultId: string): Promise<ResultRow | null> {
    return this.#results.findOne({ _id: resultId, userId });
  }

  /** The result of an earlier request of this kind and scope with this `Idempotency-Key`. */
  findByRequestKey({ userId, ...scope }: Scope, kind: TaskKind, requestKey: string): Promise<ResultRow | null> {
    return this.#results.findOne({ userId, requestKey, kind, ...scope });
  }

  /** Reserves one of a result's variants. False when they are used up. */
  async reserveVariant(resultId: string, session: ClientSession): Promise<boolean> {
    const updated = await this.#results.updateOne(
      { _id: resultId, variants: { $lt: limits.variants } },
      { $inc: { variants: 1 } },
      { session },
    );
    return updated.modifiedCount === 1;
  }

  async releaseVariant(resultId: string, session: ClientSession): Promise<void> {
    await this.#results.updateOne({ _id: resultId }, { $inc: { variants: -1 } }, { session });
  }

  async deleteByScope(
    where: { bookId: string } | { chapterId: string } | { storyId: string },
    session: ClientSession,
  ): Promise<void> {
    await this.#results.deleteMany(where, { session });
  }

  /** Deletes up to `limit` results of a user and returns the number deleted. */
  erase(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#results, { userId }, limit);
  }

  /** Blanks the fingerprints of up to `limit` published results of a user. Returns the number blanked. */
  async blankPublished(userId: string, limit: number): Promise<number> {
    const outbox = this.#connection.collection('outbox');
    const published = { type: aiResultCreated.type, 'data.userId': userId, 'data.fingerprint.window': { $gt: 0 } };
    const rows = await outbox
      .find(published, { projection: { _id: 1 }, hint: 'results_of_user' })
      .limit(limit)
      .toArray();
    const ids = rows.map(({ _id }) => _id);
    if (ids.length > 0) await outbox.updateMany({ _id: { $in: ids } }, { $set: { 'data.fingerprint': null } });
    return ids.length;
  }

  get #results() {
    return this.#connection.collection<ResultRow>('results');
  }
}

const toCursor = ({ _id, createdAt }: Pick<ResultRow, '_id' | 'createdAt'>): string => `${createdAt.getTime()}.${_id}`;

/** Selects the results after a cursor. Throws 400 when the cursor is invalid. */
function afterCursorFilter(cursor: string | undefined): mongo.Filter<ResultRow> {
  if (cursor === undefined) return {};
  const [, time, id = ''] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (time === undefined)
    throw new ProblemError('request.invalid', {
      message: 'This page cannot be loaded. Please start again from the first page.',
      errors: [{ path: 'cursor', message: 'is not a valid cursor' }],
    });
  const createdAt = new Date(Number(time));
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}
