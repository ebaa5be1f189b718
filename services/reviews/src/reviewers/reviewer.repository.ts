import type { ClientSession, Connection } from 'mongoose';

interface Reviewer {
  _id: string;
  email?: string;
  hasExported?: boolean;
}

/** What other services tell of those who may write a review: their address, and whether they have a finished export. */
export class ReviewerRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(userId: string, session?: ClientSession): Promise<Reviewer | null> {
    return this.#reviewers.findOne({ _id: userId }, session ? { session } : {});
  }

  async keep(userId: string, known: Partial<Omit<Reviewer, '_id'>>, session: ClientSession): Promise<void> {
    await this.#reviewers.updateOne({ _id: userId }, { $set: known }, { session, upsert: true });
  }

  /** Answers how many rows there were. */
  async eraseOf(userId: string): Promise<number> {
    return (await this.#reviewers.deleteOne({ _id: userId })).deletedCount;
  }

  get #reviewers() {
    return this.#connection.collection<Reviewer>('reviewers');
  }
}
