import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
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

  /** Saves the row over the revision before it. False when another revision is stored. */
  async replace(row: ContextChoiceRow): Promise<boolean> {
    const { _id, rev } = row;
    if (rev > 1) return (await this.#rows.replaceOne({ _id, rev: rev - 1 }, row)).matchedCount === 1;
    try {
      await this.#rows.insertOne(row);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
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
