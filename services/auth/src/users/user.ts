import { randomInt } from 'node:crypto';

/**
 * An account as stored. Times are business time. An account is open, closed (by its user, for a restore period of 30
 * days in which a sign-in restores it), then erased: its row is deleted, and every service deletes its data. In stored
 * fields and events the older words remain: `deletedAt` is when the account was closed, `auth.user.removed.v1` has the
 * stages `grace` (closed), `restored` and `erased`.
 */
export interface UserRow {
  _id: string;
  email: string;
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

/** Capital letters and digits, except those that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
/** Creates a random code of 8 characters. */
export const newReferralCode = (pick: (max: number) => number = randomInt): string =>
  Array.from({ length: 8 }, () => alphabet.charAt(pick(alphabet.length))).join('');

/** Whether the restore period of a closed account is over. */
export const isErasable = (user: Pick<UserRow, 'deletedAt'>, now: Date, restoreDays: number): boolean =>
  user.deletedAt !== null && now.getTime() - user.deletedAt.getTime() >= restoreDays * 86_400_000;
