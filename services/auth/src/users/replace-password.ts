import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { ProblemError } from '@inkbear/service-kit/problem';
import { rejectCommonPassword } from '../passwords/common-passwords.ts';
import type { Revocations } from '../sessions/revocations.ts';
import type { UserRepository } from './user.repository.ts';
import type { UserRow } from './user.ts';

interface Deps {
  users: UserRepository;
  passwords: Passwords;
  revocations: Revocations;
  outbox: Outbox;
  clock: Clock;
}

/** The throttle key for changing a password: its failed attempts are counted separately from failed sign-ins. */
export const changePasswordThrottleKey = (userId: string): string => `password:${userId}`;

/**
 * Sets a new password and revokes all sessions of the user but `sid`. The caller has checked the current password.
 * @throws {ProblemError} 403 when the password was changed since the row was read
 */
export async function replacePassword(
  { users, passwords, revocations, outbox, clock }: Deps,
  user: UserRow,
  { next, sid, jobOwner }: { next: string; sid: string; jobOwner: string },
): Promise<void> {
  rejectCommonPassword(next, 'next');
  const passwordHash = await passwords.hash(next, jobOwner);
  await outbox.run(async (transaction) => {
    const changes = { passwordHash, updatedAt: clock.now() };
    if (!(await users.replacePassword(user, changes, transaction.session)))
      throw new ProblemError('auth.wrong_password');
    await revocations.revokeOthers(transaction, user._id, sid);
  });
}
