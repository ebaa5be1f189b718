import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { ProblemError } from '@inkbear/service-kit/problem';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
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

/** An admin sets a new password; all sessions of that user end. */
export async function resetPassword(
  deps: Deps,
  actor: string,
  input: { email: string; newPassword: string },
): Promise<void> {
  refuseCommonPassword(input.newPassword, 'newPassword');
  const user = await deps.users.findByEmail(input.email);
  if (!user) throw new ProblemError('auth.user_not_found');
  const passwordHash = await deps.passwords.hash(input.newPassword, actor);
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
