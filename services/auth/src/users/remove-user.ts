import { userRemoved } from '@inkbear/contracts/events';
import { limits } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Revocations } from '../sessions/revocations.ts';
import { isErasable, type UserRow } from './user.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  users: UserRepository;
  revocations: Revocations;
  outbox: Outbox;
  clock: Clock;
}

/** The throttle's name for tries to close an account: not those to sign in. */
export const closingAccount = (userId: string): string => `remove:${userId}`;

/** Starts the 30 days of grace: every session ends, nothing is lost yet. */
export async function removeUser({ users, revocations, outbox, clock }: Deps, user: UserRow): Promise<void> {
  await outbox.run(async (transaction) => {
    await users.update(user._id, { deletedAt: clock.now() }, transaction.session);
    await revocations.revokeUser(transaction, user._id);
    await transaction.emit(userRemoved, user._id, { userId: user._id, stage: 'grace' });
  });
}

/** Signing in during the grace brings the account back. */
export async function bringBackUser({ users, outbox }: Pick<Deps, 'users' | 'outbox'>, user: UserRow): Promise<UserRow> {
  await outbox.run(async (transaction) => {
    await users.update(user._id, { deletedAt: null }, transaction.session);
    await transaction.emit(userRemoved, user._id, { userId: user._id, stage: 'restored' });
  });
  return { ...user, deletedAt: null };
}

/** Removes for good every account whose grace is over; the erasure of what else there is begins in the same transaction. */
export async function eraseRemovedUsers({ users, outbox, clock, erasure }: Omit<Deps, 'revocations'> & { erasure: Erasure }): Promise<number> {
  const now = clock.now();
  const deletedBefore = new Date(now.getTime() - limits.accountGraceDays * 86_400_000);
  const due = await users.listDeletedBefore(deletedBefore);
  for (const user of due.filter((candidate) => isErasable(candidate, now, limits.accountGraceDays))) {
    await outbox.run(async (transaction) => {
      if (!(await users.erase(user._id, deletedBefore, transaction.session))) return;
      await erasure.begin(user._id, transaction.session);
      await transaction.emit(userRemoved, user._id, { userId: user._id, stage: 'erased' });
    });
  }
  return due.length;
}
