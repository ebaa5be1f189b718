import { userChanged } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { getSignedInUser } from './signed-in-user.ts';
import { decideEmailChange, namesOf, type UserEmails, type UserRow } from './user.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  users: UserRepository;
  outbox: Outbox;
  clock: Clock;
}

/** The throttle key for changing the address: its failed attempts are counted separately from failed sign-ins. */
export const changeEmailThrottleKey = (userId: string): string => `email:${userId}`;

/**
 * Gives an account a new address. The old one signs in too until the new one has signed in once. The caller has checked
 * the password. Returns the addresses of the account.
 * @throws {ProblemError} 409 when the address belongs to another account, 403 when the password was changed since the
 *   row was read
 */
export async function replaceEmail(
  { users, outbox, clock }: Deps,
  { _id: userId, passwordHash }: Pick<UserRow, '_id' | 'passwordHash'>,
  email: string,
): Promise<UserEmails> {
  return await outbox.run(async ({ session, emit }) => {
    const user = await getSignedInUser(users, userId, session);
    if (user.passwordHash !== passwordHash) throw new ProblemError('auth.wrong_password');
    const change = decideEmailChange(user, email);
    if (change === null) return user;
    await users.replaceEmail(user, change, { updatedAt: clock.now(), session });
    await emit(userChanged, userId, namesOf({ ...user, email }));
    return change;
  });
}
