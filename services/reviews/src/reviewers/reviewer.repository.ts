import type { ClientSession, Connection } from 'mongoose';

interface ReviewerRow {
  /** The user's id. */
  _id: string;
  email?: string;
  /** The `seq` of the change that the address is from; 0 or absent for the address of the registration. */
  emailSeq?: number;
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

  async markExported(userId: string, session: ClientSession): Promise<void> {
    await this.#reviewers.updateOne({ _id: userId }, { $set: { hasExported: true } }, { session, upsert: true });
  }

  /**
   * Stores an address unless a newer one is stored. Returns whether it was stored.
   * @param emailSeq the `seq` of the change; 0 for the address of the registration
   */
  async upsertEmailIfNewer(
    userId: string,
    { email, emailSeq }: { email: string; emailSeq: number },
    session: ClientSession,
  ): Promise<boolean> {
    const stored = await this.#reviewers.findOne({ _id: userId }, { session });
    if (stored?.email !== undefined && (stored.emailSeq ?? 0) >= emailSeq) return false;
    await this.#reviewers.updateOne({ _id: userId }, { $set: { email, emailSeq } }, { session, upsert: true });
    return true;
  }

  /** Deletes a user's row. Returns the number of deleted rows. */
  async erase(userId: string): Promise<number> {
    return (await this.#reviewers.deleteOne({ _id: userId })).deletedCount;
  }

  get #reviewers() {
    return this.#connection.collection<ReviewerRow>('reviewers');
  }
}
