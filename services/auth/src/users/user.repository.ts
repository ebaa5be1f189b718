import { userChanged, userRegistered } from '@inkbear/contracts/events';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { EmailChange, UserEmails, UserRow } from './user.ts';
import { UserEmailRepository } from './user-email.repository.ts';
import { userModel } from './user.model.ts';

/** What `update` may change. Addresses also have rows of their own, so only `replaceEmail` changes them. */
type UserChanges = Partial<Omit<UserRow, '_id' | keyof UserEmails>>;

/** Accounts with their addresses. */
export class UserRepository {
  readonly #users;
  readonly #emails;
  readonly #outbox;

  constructor(connection: Connection) {
    this.#users = userModel(connection);
    this.#emails = new UserEmailRepository(connection);
    this.#outbox = connection.collection('outbox');
  }

  find(id: string, session: ClientSession | null = null): Promise<UserRow | null> {
    return this.#users.findById(id).session(session).lean<UserRow>().exec();
  }

  /**
   * The account whose newest or previous address this is. It takes two queries whether or not the address is known, so
   * that the time of a sign-in does not tell. The newest address of an account comes first, because a process of the
   * previous release may have given another account's previous address away.
   */
  async findByEmail(email: string, session: ClientSession | null = null): Promise<UserRow | null> {
    const userId = await this.#emails.findUserId(email, session);
    const users = await this.#users
      .find({ $or: [{ email }, { _id: userId ?? '' }] })
      .session(session)
      .lean<UserRow[]>()
      .exec();
    return (
      users.find((user) => user.email === email) ?? users.find(({ previousEmail }) => previousEmail === email) ?? null
    );
  }

  findByReferralCode(referralCode: string): Promise<UserRow | null> {
    return this.#users.findOne({ referralCode, deletedAt: null }).lean<UserRow>().exec();
  }

  /** Throws 409 when the e-mail is taken. */
  async insert(user: UserRow, session: ClientSession): Promise<void> {
    await rejectTakenEmail(() => this.#users.create([user], { session }));
    await this.#emails.reserve(user.email, user._id, session);
  }

  /**
   * Stores a change of the address. `user` was read in this transaction. Throws 409 when the new address belongs to
   * another account.
   */
  async replaceEmail(
    user: UserRow,
    { email, previousEmail, released }: EmailChange,
    { updatedAt, session }: { updatedAt: Date; session: ClientSession },
  ): Promise<void> {
    const changes = { email, previousEmail, updatedAt };
    await rejectTakenEmail(() => this.#users.updateOne({ _id: user._id }, { $set: changes }, { session }).exec());
    if (released !== null) await this.#emails.release(released, user._id, session);
    if (email !== user.previousEmail) await this.#emails.reserve(email, user._id, session);
    if (previousEmail !== null) await this.#emails.upsert(previousEmail, user._id, session);
  }

  /** Returns false when there is no user with this id. */
  async update(id: string, changes: UserChanges, session: ClientSession): Promise<boolean> {
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

  /**
   * Like `recordSignInIfUnchanged`, for a sign-in with the newest address while the previous one is kept: also releases
   * the previous one. Returns false also when the newest address was changed since the row was read.
   */
  async recordSignInAndReleaseEmail(
    { _id, passwordHash, email }: Pick<UserRow, '_id' | 'passwordHash' | 'email'>,
    session: ClientSession,
  ): Promise<boolean> {
    const before = await this.#users
      .findOneAndUpdate(
        { _id, passwordHash, email, deletedAt: null },
        { $inc: { signIns: 1 }, $set: { previousEmail: null } },
        { session, returnDocument: 'before' },
      )
      .lean<UserRow>()
      .exec();
    if (before?.previousEmail) await this.#emails.release(before.previousEmail, _id, session);
    return before !== null;
  }

  /** Deletes the rows of a closed account. Returns false when the user has signed in meanwhile. */
  async erase(id: string, closedBefore: Date, session: ClientSession): Promise<boolean> {
    const { deletedCount } = await this.#users
      .deleteOne({ _id: id, deletedAt: mongoose.trusted({ $ne: null, $lte: closedBefore }) }, { session })
      .exec();
    if (deletedCount === 0) return false;
    await this.#emails.releaseAll(id, session);
    return true;
  }

  /** Deletes the rows, whether or not the account is closed. Returns false when there is none. */
  async eraseInAnyState(id: string, session: ClientSession): Promise<boolean> {
    const { deletedCount } = await this.#users.deleteOne({ _id: id }, { session }).exec();
    await this.#emails.releaseAll(id, session);
    return deletedCount === 1;
  }

  /** Deletes at most `limit` addresses of an erased user. Returns the number of deleted rows. */
  eraseEmails(id: string, limit: number): Promise<number> {
    return this.#emails.eraseUser(id, limit);
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
      { type: { $in: [userRegistered.type, userChanged.type] }, key: id },
      { $set: { 'data.email': '', 'data.firstName': '', 'data.lastName': '' } },
    );
    return modifiedCount;
  }

  countAuthors(): Promise<number> {
    return this.#users.countDocuments({ deletedAt: null }).exec();
  }
}

/** Runs a write. Throws 409 when it violates the unique index on the newest addresses. */
async function rejectTakenEmail(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isDuplicateKey(error) && isDuplicateOf(error, 'email')) throw new ProblemError('auth.email_taken');
    throw error;
  }
}

const isDuplicateOf = (error: unknown, field: string): boolean =>
  typeof error === 'object' && error !== null && 'keyPattern' in error && field in (error.keyPattern as object);
