import { randomInt } from 'node:crypto';

/**
 * An account as stored. Times are business time. An account is open, closed (by its user, for a restore period of 30
 * days in which a sign-in restores it), then erased: its row is deleted, and every service deletes its data. In stored
 * fields and events the older words remain: `deletedAt` is when the account was closed, `auth.user.removed.v1` has the
 * stages `grace` (closed), `restored` and `erased`.
 */
export interface UserRow {
  _id: string;
  /** The newest address, also before it has signed in. */
  email: string;
  /**
   * The address before it, which signs in too until the newest one has signed in once, so that a mistyped address locks
   * nobody out. Null or absent without such a change.
   */
  previousEmail?: string | null;
  passwordHash: string;
  firstName: string;
  lastName: string;
  profileImageUrl: string | null;
  referralCode: string;
  isAdmin: boolean;
  /**
   * Incremented by each sign-in, so that a sign-in conflicts with a concurrent change of the password. Stored name.
   * Absent in rows of earlier releases.
   */
  signIns?: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

/** The addresses of an account. */
export type UserEmails = Pick<UserRow, 'email' | 'previousEmail'>;

/** The addresses of an account after a change, and the one that it no longer needs. */
export interface EmailChange {
  readonly email: string;
  readonly previousEmail: string | null;
  readonly released: string | null;
}

/**
 * Changes the newest address. An address that has not signed in yet is replaced by the next one. A change back to the
 * previous address ends the change. Null when the address is the newest one already.
 */
export function decideEmailChange({ email, previousEmail = null }: UserEmails, next: string): EmailChange | null {
  if (next === email) return null;
  if (next === previousEmail) return { email: next, previousEmail: null, released: email };
  if (previousEmail !== null) return { email: next, previousEmail, released: email };
  return { email: next, previousEmail: email, released: null };
}

/** Whether a sign-in with this address releases the previous one. */
export const completesEmailChange = ({ email, previousEmail = null }: UserEmails, signedInWith: string): boolean =>
  previousEmail !== null && signedInWith === email;

/** The name and the address of a user, as events have them. */
export const namesOf = ({ _id: userId, email, firstName, lastName }: UserRow) => ({
  userId,
  email,
  firstName,
  lastName,
});

/** Capital letters and digits, except those that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
/** Creates a random code of 8 characters. */
export const newReferralCode = (pick: (max: number) => number = randomInt): string =>
  Array.from({ length: 8 }, () => alphabet.charAt(pick(alphabet.length))).join('');

/** Whether the restore period of a closed account is over. */
export const isErasable = (user: Pick<UserRow, 'deletedAt'>, now: Date, restoreDays: number): boolean =>
  user.deletedAt !== null && now.getTime() - user.deletedAt.getTime() >= restoreDays * 86_400_000;
