import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import type { ChapterRow } from '../chapters/chapter.ts';
import { structureOperationModel } from './structure-operation.model.ts';
import type { StructureOperationRow } from './structure-operation.ts';

type ChapterRevision = Pick<ChapterRow, '_id' | 'rev'>;

/** Operations on the structure of books, as long as they can be undone. */
export class StructureOperationRepository {
  readonly #operations;

  constructor(connection: Connection) {
    this.#operations = structureOperationModel(connection);
  }

  async insert(row: StructureOperationRow, session: ClientSession): Promise<void> {
    await this.#operations.create([row], { session });
  }

  /** Null when it was made before `since`. */
  find(bookId: string, id: string, since: Date): Promise<StructureOperationRow | null> {
    return this.#operations
      .findOne({ _id: id, bookId, at: trusted({ $gt: since }) })
      .lean<StructureOperationRow>()
      .exec();
  }

  /** The operation of a request with an `Idempotency-Key` since `since`. */
  findByRequest(userId: string, requestKey: string, since: Date): Promise<StructureOperationRow | null> {
    return this.#operations
      .findOne({ userId, requestKey, at: trusted({ $gt: since }) })
      .lean<StructureOperationRow>()
      .exec();
  }

  /** The split that has left both chapters as they are now. */
  findSplit(
    bookId: string,
    [first, second]: readonly [ChapterRevision, ChapterRevision],
  ): Promise<StructureOperationRow | null> {
    return this.#operations
      .findOne({
        bookId,
        kind: 'split',
        'chapters.0.id': first._id,
        'chapters.0.rev': first.rev,
        'chapters.1.id': second._id,
        'chapters.1.rev': second.rev,
      })
      .lean<StructureOperationRow>()
      .exec();
  }

  async deleteByBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#operations.deleteMany({ bookId }, { session }).exec();
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#operations.collection as unknown as Collection<StructureOperationRow>, { userId }, limit);
  }
}
