import { userRemoved } from '@inkbear/contracts/events';
import { limits } from '@inkbear/contracts/plans';
import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Revocations } from '../sessions/revocations.ts';
import { isErasable, type UserRow } from './user.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  users: UserRepository;
  revocations: Revocations;
  outbox: Outbox;
  clock: Clock;
}

/** The throttle key for closing an account: its failed attempts are counted separately from failed sign-ins. */
export const closeAccountThrottleKey = (userId: string): string => `remove:${userId}`;

/** Closes an account: starts its 30-day restore period and ends all its sessions. No data is deleted yet. */
export async function closeAccount({ users, revocations, outbox, clock }: Deps, user: UserRow): Promise<void> {
  await outbox.run(async (transaction) => {
    await users.update(user._id, { deletedAt: clock.now() }, transaction.session);
    await revocations.revokeUser(transaction, user._id);
    await transaction.emit(userRemoved, user._id, { userId: user._id, stage: 'grace' });
  });
}

/**
 * Restores a closed account. Called when its user signs in during the restore period.
 * @throws {ProblemError} 401 when the account has been erased since its row was read
 */
export async function restoreAccount(
  { users, outbox }: Pick<Deps, 'users' | 'outbox'>,
  user: UserRow,
): Promise<UserRow> {
  await outbox.run(async (transaction) => {
    const isFound = await users.update(user._id, { deletedAt: null }, transaction.session);
    if (!isFound) throw new ProblemError('auth.bad_credentials');
    await transaction.emit(userRemoved, user._id, { userId: user._id, stage: 'restored' });
  });
  return { ...user, deletedAt: null };
}

/**
 * The batch that erases the closed accounts whose restore period is over: it deletes their rows, and the same
 * transaction starts the erasure of their other data.
 */
export function eraseClosedAccounts({
  users,
  outbox,
  clock,
  erasure,
}: Omit<Deps, 'revocations'> & { erasure: Erasure }): Batch<UserRow> {
  const restoreMs = limits.accountRestoreDays * 86_400_000;
  return {
    // The log has this batch name, so it was not renamed with the function.
    name: 'erase-users',
    list: (limit) => users.listClosedBefore(new Date(clock.now().getTime() - restoreMs), limit),
    idOf: ({ _id }) => _id,
    work: async (user) => {
      const now = clock.now();
      if (!isErasable(user, now, limits.accountRestoreDays)) return;
      await outbox.run(async (transaction) => {
        if (!(await users.erase(user._id, new Date(now.getTime() - restoreMs), transaction.session))) return;
        await erasure.begin(user._id, transaction.session);
        await transaction.emit(userRemoved, user._id, { userId: user._id, stage: 'erased' });
      });
    },
  };
}
