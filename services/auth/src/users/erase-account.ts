import { userRegistered } from '@inkbear/contracts/events';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { Connection } from 'mongoose';
import type { UserProjectionRepository } from './user-projections.repository.ts';
import type { WritingDays } from '../writing-days/writing-days.repository.ts';
import { closingAccount } from './remove-user.ts';

interface Deps {
  connection: Connection;
  projections: UserProjectionRepository;
  throttle: SignInThrottle;
  writingDays: WritingDays;
}

/** What is left of an account once its row is gone: days, projections, devices, and the names in its events, whose copies at the broker have ended by then. */
export const eraseAccount = ({ connection, projections, throttle, writingDays }: Deps): EraseRows[] => [
  (userId, most) => writingDays.erase(userId, most),
  (userId) => projections.erase(userId),
  (userId, most) => throttle.forget(userId, most),
  (userId, most) => throttle.forget(closingAccount(userId), most),
  async (userId) => {
    const { modifiedCount } = await connection
      .collection('outbox')
      .updateMany(
        { type: userRegistered.type, key: userId },
        { $set: { 'data.email': '', 'data.firstName': '', 'data.lastName': '' } },
      );
    return modifiedCount;
  },
];
