import { isDeepStrictEqual } from 'node:util';
import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { replaceRevision } from '@inkbear/service-kit/row-revisions';
import type { ClientSession, Connection } from 'mongoose';

/** What the author of a book excludes from AI requests and pins. A book without a row has no choice, at revision 0. */
export interface ContextChoiceRow {
  /** The id of the book. */
  _id: string;
  userId: string;
  rev: number;
  choice: ContextChoice;
  updatedAt: Date;
}

/** Choices by book. Callers check first that the book belongs to the user. */
export class ContextChoiceRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Null until a choice is saved. */
  find(bookId: string): Promise<ContextChoiceRow | null> {
    return this.#rows.findOne({ _id: bookId });
  }

  /** Throws 412 when the stored revision is not the one before this: see `replaceRevision`. */
  save(row: ContextChoiceRow): Promise<ContextChoiceRow> {
    return replaceRevision(this.#rows, row, {
      hasSameContent: ({ choice }) => isDeepStrictEqual(choice, row.choice),
      stale: 'ai.stale_revision',
    });
  }

  async deleteOfBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteOne({ _id: bookId }, { session });
  }

  /** Removes a chapter from the choice of its book, which gets the next revision if it has the chapter. */
  async removeChapter({ bookId, chapterId }: { bookId: string; chapterId: string }, session: ClientSession) {
    const partId = `chapter:${chapterId}`;
    await this.#rows.updateOne(
      { _id: bookId, $or: [{ 'choice.exclude': partId }, { 'choice.pin': partId }] },
      { $pull: { 'choice.exclude': partId, 'choice.pin': partId }, $inc: { rev: 1 } },
      { session },
    );
  }

  /** Deletes up to `limit` choices of a user and returns the number deleted. */
  erase(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, limit);
  }

  get #rows() {
    return this.#connection.collection<ContextChoiceRow>('context_choices');
  }
}
