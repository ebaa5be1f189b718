import { randomInt } from 'node:crypto';

/** An account as auth keeps it. Times are business time; `deletedAt` starts the 30 days of grace, after which the row goes. */
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

/** Letters and digits that cannot be mistaken for each other. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
export const newReferralCode = (pick: (max: number) => number = randomInt): string =>
  Array.from({ length: 8 }, () => alphabet.charAt(pick(alphabet.length))).join('');

/** Whether the days of grace after a deletion are over. */
export const isErasable = (user: Pick<UserRow, 'deletedAt'>, now: Date, graceDays: number): boolean =>
  user.deletedAt !== null && now.getTime() - user.deletedAt.getTime() >= graceDays * 86_400_000;
