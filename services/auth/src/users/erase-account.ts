import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { WritingDayRepository } from '../writing-days/writing-day.repository.ts';
import { changeEmailThrottleKey } from './replace-email.ts';
import { changePasswordThrottleKey } from './replace-password.ts';
import { closeAccountThrottleKey } from './close-account.ts';
import type { UserProjectionRepository } from './user-projection.repository.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  users: UserRepository;
  projections: UserProjectionRepository;
  throttle: SignInThrottle;
  writingDays: WritingDayRepository;
}

/**
 * Erases the data that remains after the row of an account was deleted: writing days, projections, known devices,
 * failed attempts, and the names in outbox events. The broker’s copies of those events have expired by then. Addresses
 * are deleted with the row, unless a process of the previous release did it.
 */
export const eraseAccount = ({ users, projections, throttle, writingDays }: Deps): EraseRows[] => [
  (userId, limit) => users.eraseEmails(userId, limit),
  (userId, limit) => writingDays.eraseUser(userId, limit),
  (userId) => projections.erase(userId),
  (userId, limit) => throttle.eraseAccount(userId, limit),
  (userId, limit) => throttle.eraseAccount(closeAccountThrottleKey(userId), limit),
  (userId, limit) => throttle.eraseAccount(changePasswordThrottleKey(userId), limit),
  (userId, limit) => throttle.eraseAccount(changeEmailThrottleKey(userId), limit),
  (userId) => users.eraseNamesInEvents(userId),
];
