import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { ProblemError } from '@inkbear/service-kit/problem';
import { rejectCommonPassword } from '../passwords/common-passwords.ts';
import type { Revocations } from '../sessions/revocations.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  users: UserRepository;
  passwords: Passwords;
  revocations: Revocations;
  outbox: Outbox;
  clock: Clock;
  recordAdminAction: RecordAdminAction;
}

/** Sets a user's password on behalf of an admin, and revokes all sessions of the user. */
export async function resetPassword(
  deps: Deps,
  input: { actor: string; email: string; newPassword: string },
): Promise<void> {
  const { actor, email, newPassword } = input;
  rejectCommonPassword(newPassword, 'newPassword');
  const user = await deps.users.findByEmail(email);
  if (!user) throw new ProblemError('auth.user_not_found');
  const passwordHash = await deps.passwords.hash(newPassword, actor);
  const now = deps.clock.now();
  await deps.outbox.run(async (transaction) => {
    await deps.users.update(user._id, { passwordHash, updatedAt: now }, transaction.session);
    await deps.revocations.revokeUser(transaction, user._id);
    await deps.recordAdminAction(transaction, actor, {
      action: 'password.reset',
      target: user._id,
      before: null,
      after: null,
    });
  });
}
