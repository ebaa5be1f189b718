import type { ClientSession, Connection } from 'mongoose';

interface ReviewerRow {
  /** The user's id. */
  _id: string;
  email?: string;
  hasExported?: boolean;
}

/** A projection of other services’ events: each user’s address, and whether the user has finished an export. */
export class ReviewerRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(userId: string, session?: ClientSession): Promise<ReviewerRow | null> {
    return this.#reviewers.findOne({ _id: userId }, session ? { session } : {});
  }

  async upsert(userId: string, fields: Partial<Omit<ReviewerRow, '_id'>>, session: ClientSession): Promise<void> {
    await this.#reviewers.updateOne({ _id: userId }, { $set: fields }, { session, upsert: true });
  }

  /** Deletes a user's row. Returns the number of deleted rows. */
  async erase(userId: string): Promise<number> {
    return (await this.#reviewers.deleteOne({ _id: userId })).deletedCount;
  }

  get #reviewers() {
    return this.#connection.collection<ReviewerRow>('reviewers');
  }
}
