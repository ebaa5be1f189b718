import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Connection } from 'mongoose';

interface UserEmailRow {
  /** The address, so that it belongs to one account only. */
  _id: string;
  userId: string;
}

/**
 * One row for each address that signs in to an account: the newest one, and the previous one while it is kept. They are
 * written in the transaction that changes the account. Some accounts lack the row of their newest address: those that
 * were closed when the migration `0003-user-emails` ran, and those that the previous release created after it. The
 * unique index on `users.email` reserves these addresses.
 */
export class UserEmailRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The id of the account that has this address, or null. */
  async findUserId(email: string, session: ClientSession | null): Promise<string | null> {
    return (await this.#emails.findOne({ _id: email }, session ? { session } : {}))?.userId ?? null;
  }

  /** Throws 409 when the address belongs to an account. */
  async reserve(email: string, userId: string, session: ClientSession): Promise<void> {
    try {
      await this.#emails.insertOne({ _id: email, userId }, { session });
    } catch (error) {
      if (isDuplicateKey(error)) throw new ProblemError('auth.email_taken');
      throw error;
    }
  }

  /** Inserts the row of an address that this account has had before, unless it is there. */
  async upsert(email: string, userId: string, session: ClientSession): Promise<void> {
    await this.#emails.updateOne({ _id: email }, { $set: { userId } }, { session, upsert: true });
  }

  async release(email: string, userId: string, session: ClientSession): Promise<void> {
    await this.#emails.deleteOne({ _id: email, userId }, { session });
  }

  async releaseAll(userId: string, session: ClientSession): Promise<void> {
    await this.#emails.deleteMany({ userId }, { session });
  }

  /** Deletes at most `limit` rows of a user. Returns the number of deleted rows. */
  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#emails, { userId }, limit);
  }

  get #emails() {
    return this.#connection.collection<UserEmailRow>('user_emails');
  }
}
