import type { AskedIdea } from '@inkbear/contracts/ai/limit';
import { limits } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import { deleteSome } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';
import type { TaskKind } from '../generations/task.ts';

/** A finished result, kept 30 days so that a closed tab loses none. */
export interface ResultRow {
  _id: string;
  userId: string;
  kind: TaskKind;
  bookId: string | null;
  chapterId: string | null;
  /** Absent in rows of earlier releases. */
  storyId?: string | null;
  text: string;
  /** The first result of the same use, for a "try again". */
  variantOf: string | null;
  /** The chapter's or story's revision it was asked about; absent in rows of earlier releases. */
  askedRev?: number | null;
  /** Of titles and outlines; absent in rows of earlier releases. */
  asked?: AskedIdea | null;
  /** "Try again"s begun on this result. */
  variants: number;
  createdAt: Date;
  expireAt: Date;
}

const dayMs = 86_400_000;

export class ResultRepository {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async insert(row: Omit<ResultRow, 'createdAt' | 'expireAt' | 'variants'>, session: ClientSession): Promise<void> {
    const createdAt = this.#clock.now();
    await this.#results.insertOne({ ...row, variants: 0, createdAt, expireAt: new Date(createdAt.getTime() + limits.resultDays * dayMs) }, { session });
  }

  /** Newest first; of one chapter, one story, one book or all, and of one kind or all. */
  listOf(scope: { userId: string; bookId?: string | undefined; chapterId?: string | undefined; storyId?: string | undefined; kind?: string | undefined }): Promise<ResultRow[]> {
    const { userId, bookId, chapterId, storyId, kind } = scope;
    return this.#results.find({ userId, ...(chapterId ? { chapterId } : storyId ? { storyId } : bookId ? { bookId } : {}), ...(kind ? { kind: kind as TaskKind } : {}) }).sort({ createdAt: -1 }).limit(100).toArray();
  }

  find(userId: string, resultId: string): Promise<ResultRow | null> {
    return this.#results.findOne({ _id: resultId, userId });
  }

  /** Takes one of the two "try again"s; false when they are used up. */
  async takeVariant(resultId: string, session: ClientSession): Promise<boolean> {
    const taken = await this.#results.updateOne({ _id: resultId, variants: { $lt: limits.variants } }, { $inc: { variants: 1 } }, { session });
    return taken.modifiedCount === 1;
  }

  async giveVariantBack(resultId: string, session: ClientSession): Promise<void> {
    await this.#results.updateOne({ _id: resultId }, { $inc: { variants: -1 } }, { session });
  }

  async removeOf(where: { bookId: string } | { chapterId: string } | { storyId: string }, session: ClientSession): Promise<void> {
    await this.#results.deleteMany(where, { session });
  }

  /** Removes at most so many results of a user and answers how many. */
  eraseOf(userId: string, most: number): Promise<number> {
    return deleteSome(this.#results, { userId }, most);
  }

  get #results() {
    return this.#connection.collection<ResultRow>('results');
  }
}
