import { userRegistered } from '@inkbear/contracts/events';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { UserRow } from './user.ts';
import { userModel } from './user.model.ts';

export class UserRepository {
  readonly #users;
  readonly #outbox;

  constructor(connection: Connection) {
    this.#users = userModel(connection);
    this.#outbox = connection.collection('outbox');
  }

  find(id: string): Promise<UserRow | null> {
    return this.#users.findById(id).lean<UserRow>().exec();
  }

  findByEmail(email: string, session: ClientSession | null = null): Promise<UserRow | null> {
    return this.#users.findOne({ email }).session(session).lean<UserRow>().exec();
  }

  findByReferralCode(referralCode: string): Promise<UserRow | null> {
    return this.#users.findOne({ referralCode, deletedAt: null }).lean<UserRow>().exec();
  }

  /** Throws 409 when the e-mail is taken. */
  async insert(user: UserRow, session: ClientSession): Promise<void> {
    try {
      await this.#users.create([user], { session });
    } catch (error) {
      if (isDuplicateKey(error) && isDuplicateOf(error, 'email')) throw new ProblemError('auth.email_taken');
      throw error;
    }
  }

  /** Returns false when there is no user with this id. */
  async update(id: string, changes: Partial<Omit<UserRow, '_id'>>, session: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.#users.updateOne({ _id: id }, { $set: changes }, { session }).exec();
    return matchedCount === 1;
  }

  /** Returns false when the password was changed or the account was closed since the row was read. */
  async replacePassword(
    { _id, passwordHash }: Pick<UserRow, '_id' | 'passwordHash'>,
    changes: Pick<UserRow, 'passwordHash' | 'updatedAt'>,
    session: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.#users
      .updateOne({ _id, passwordHash, deletedAt: null }, { $set: changes }, { session })
      .exec();
    return matchedCount === 1;
  }

  /**
   * Records a sign-in. Returns false when the password was changed or the account was closed since the row was read. It
   * must be a write: a write conflicts with a concurrent password change, while a read could return the old row.
   */
  async recordSignInIfUnchanged({ _id, passwordHash }: Pick<UserRow, '_id' | 'passwordHash'>): Promise<boolean> {
    const { matchedCount } = await this.#users
      .updateOne({ _id, passwordHash, deletedAt: null }, { $inc: { signIns: 1 } })
      .exec();
    return matchedCount === 1;
  }

  /** Deletes the row of a closed account. Returns false when the user has signed in meanwhile. */
  async erase(id: string, closedBefore: Date, session: ClientSession): Promise<boolean> {
    const { deletedCount } = await this.#users
      .deleteOne({ _id: id, deletedAt: mongoose.trusted({ $ne: null, $lte: closedBefore }) }, { session })
      .exec();
    return deletedCount === 1;
  }

  /** Deletes the row, whether or not the account is closed. Returns false when there is none. */
  async eraseInAnyState(id: string, session: ClientSession): Promise<boolean> {
    return (await this.#users.deleteOne({ _id: id }, { session }).exec()).deletedCount === 1;
  }

  /** Accounts that were closed at or before this time, oldest first. */
  listClosedBefore(time: Date, limit: number): Promise<UserRow[]> {
    return this.#users
      .find({ deletedAt: mongoose.trusted({ $ne: null, $lte: time }) })
      .sort({ deletedAt: 1 })
      .limit(limit)
      .lean<UserRow[]>()
      .exec();
  }

  /** Blanks the names of an erased user in the outbox. Returns how many events had any. */
  async eraseNamesInEvents(id: string): Promise<number> {
    const { modifiedCount } = await this.#outbox.updateMany(
      { type: userRegistered.type, key: id },
      { $set: { 'data.email': '', 'data.firstName': '', 'data.lastName': '' } },
    );
    return modifiedCount;
  }

  countAuthors(): Promise<number> {
    return this.#users.countDocuments({ deletedAt: null }).exec();
  }
}

const isDuplicateOf = (error: unknown, field: string): boolean =>
  typeof error === 'object' && error !== null && 'keyPattern' in error && field in (error.keyPattern as object);
