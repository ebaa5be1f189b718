import { randomInt } from 'node:crypto';

/**
 * An account as stored. Times are business time. `deletedAt` starts the 30-day grace period; then the row is deleted.
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
  signIns?: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

/** No letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
export const newReferralCode = (pick: (max: number) => number = randomInt): string =>
  Array.from({ length: 8 }, () => alphabet.charAt(pick(alphabet.length))).join('');

/** True when the grace period after a deletion is over. */
export const isErasable = (user: Pick<UserRow, 'deletedAt'>, now: Date, graceDays: number): boolean =>
  user.deletedAt !== null && now.getTime() - user.deletedAt.getTime() >= graceDays * 86_400_000;
