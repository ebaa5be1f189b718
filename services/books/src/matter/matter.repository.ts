import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import { matterModel } from './matter.model.ts';
import type { MatterHistory, MatterRow, MatterSummary } from './matter.ts';

/** Revisions of front and back matter by book. Callers check first that the book belongs to the user. */
export class MatterRepository {
  readonly #revisions;

  constructor(connection: Connection) {
    this.#revisions = matterModel(connection);
  }

  /** Null when the revision was never saved or is no longer kept. */
  find(bookId: string, rev: number, session: ClientSession | null = null): Promise<MatterRow | null> {
    return this.#revisions.findById(`${bookId}:${rev}`).session(session).lean<MatterRow>().exec();
  }

  /** Null until matter is saved. */
  findCurrent(bookId: string): Promise<MatterRow | null> {
    return this.#revisions.findOne({ bookId }).sort({ rev: -1 }).lean<MatterRow>().exec();
  }

  /** Newest first. A covered query, which never reads the texts. */
  list(bookId: string, session: ClientSession | null = null): Promise<MatterSummary[]> {
    return this.#revisions
      .find({ bookId }, { _id: 0, rev: 1, at: 1, pieceCount: 1, wordCount: 1, storedBytes: 1 })
      .sort({ rev: -1 })
      .session(session)
      .lean<MatterSummary[]>()
      .exec();
  }

  async readHistory(bookId: string, session: ClientSession | null = null): Promise<MatterHistory> {
    const revisions = await this.list(bookId, session);
    const [newest] = revisions;
    return { current: newest ? await this.find(bookId, newest.rev, session) : null, revisions };
  }

  /** Adds a revision and removes those before `oldestRev`. */
  async save(row: MatterRow, oldestRev: number, session: ClientSession): Promise<void> {
    await this.#revisions.create([row], { session });
    await this.#revisions.deleteMany({ bookId: row.bookId, rev: trusted({ $lt: oldestRev }) }, { session }).exec();
  }

  async deleteByBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#revisions.deleteMany({ bookId }, { session }).exec();
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#revisions.collection as unknown as Collection<MatterRow>, { userId }, limit);
  }
}
