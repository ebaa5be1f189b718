import type { IncomingHttpHeaders } from 'node:http';
import { jobOwnerOf } from '@inkbear/service-kit/client-address';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { ClientSession } from 'mongoose';
import type { UserRow } from './user.ts';
import type { UserRepository } from './user.repository.ts';

/** The user of a session. Throws 401 when the account is closed or erased. */
export async function getSignedInUser(
  users: UserRepository,
  userId: string,
  session: ClientSession | null = null,
): Promise<UserRow> {
  const user = await users.find(userId, session);
  if (!user || user.deletedAt !== null) throw new ProblemError('auth.signed_out');
  return user;
}

/**
 * Checks the password of a signed-in user again. `key` is the throttle key of the action being confirmed. Throws 403
 * for a wrong password, and 429 after too many of them.
 */
export async function requirePassword(
  { passwords, throttle }: { passwords: Passwords; throttle: SignInThrottle },
  user: UserRow,
  { password, key, headers }: { password: string; key: string; headers: IncomingHttpHeaders },
): Promise<void> {
  const check = { password, hash: user.passwordHash, owner: jobOwnerOf(headers, user._id) };
  const isCorrect = await throttle.guard(key, [], async () => ((await passwords.matches(check)) ? true : null));
  if (!isCorrect) throw new ProblemError('auth.wrong_password');
}
