import { limits } from '@inkbear/contracts/plans';
import { requireCountCapacity } from '@inkbear/service-kit/byte-quota';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import { trashModel } from './trash.model.ts';
import type { TrashRow } from './trash.ts';

export class TrashRepository {
  readonly #trash;

  constructor(connection: Connection) {
    this.#trash = trashModel(connection);
  }

  async insert(row: TrashRow, session: ClientSession): Promise<void> {
    await this.#trash.create([row], { session });
  }

  /** Throws 403 when a user's trash is full: its list is not paged. */
  async requireCapacity(userId: string, { session, lock }: Transaction): Promise<void> {
    await lock(`trash:${userId}`);
    const allowed = limits.trashEntries;
    const used = (await this.#trash.countDocuments({ userId }).session(session).exec()) + 1;
    const removal = 'They are removed 30 days after they were deleted; until then nothing more can be deleted.';
    const refusal = `The trash already holds ${allowed} items. ${removal}`;
    requireCountCapacity({ code: 'books.quota_used', used, allowed, refusal });
  }

  /** The rows that can be restored, most recently deleted first. */
  listRestorable(userId: string, now: Date): Promise<TrashRow[]> {
    return this.#trash
      .find({ userId, purging: false, purgeAt: trusted({ $gt: now }) })
      .sort({ deletedAt: -1 })
      .lean<TrashRow[]>()
      .exec();
  }

  findRestorable(id: string, userId: string, now: Date, session: ClientSession): Promise<TrashRow | null> {
    return this.#trash
      .findOne({ _id: id, userId, purging: false, purgeAt: trusted({ $gt: now }) })
      .session(session)
      .lean<TrashRow>()
      .exec();
  }

  /** The row of a chapter that can be restored. */
  findRestorableItem(itemId: string, now: Date, session: ClientSession): Promise<TrashRow | null> {
    return this.#trash
      .findOne({ itemId, purging: false, purgeAt: trusted({ $gt: now }) })
      .session(session)
      .lean<TrashRow>()
      .exec();
  }

  listDue(now: Date, limit: number): Promise<TrashRow[]> {
    return this.#trash
      .find({ purgeAt: trusted({ $lte: now }) })
      .sort({ purgeAt: 1 })
      .limit(limit)
      .lean<TrashRow[]>()
      .exec();
  }

  /** False when it was restored meanwhile. */
  async startPurge(id: string): Promise<boolean> {
    return (await this.#trash.updateOne({ _id: id }, { $set: { purging: true } }).exec()).matchedCount === 1;
  }

  async delete(id: string, session: ClientSession): Promise<void> {
    await this.#trash.deleteOne({ _id: id }, { session }).exec();
  }

  /** The book's own row and those of its chapters. */
  async deleteByBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#trash.deleteMany({ bookId }, { session }).exec();
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#trash.collection as unknown as Collection<TrashRow>, { userId }, limit);
  }
}
