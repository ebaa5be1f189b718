import { userRemoved } from '@inkbear/contracts/events';
import { Batches } from '@inkbear/service-kit/batches';
import { DeadLetters } from '@inkbear/service-kit/dead-letters';
import { Erasure } from '@inkbear/service-kit/erasure';
import type { Logger } from '@inkbear/service-kit/logger';
import { Outbox } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';
import { Revocations } from '../sessions/revocations.ts';
import { UserRepository } from './user.repository.ts';

/**
 * Erases accounts again after the restore of a backup that still has them. The running services then erase all other
 * data, as after the first erasure. Ids of accounts that do not exist are skipped.
 * @returns the number of erased accounts
 */
export async function repeatErasures(
  connection: Connection,
  userIds: readonly string[],
  logger: Logger,
): Promise<number> {
  const users = new UserRepository(connection);
  const revocations = new Revocations(connection);
  const deadLetters = new DeadLetters(connection, logger);
  const erasure = new Erasure({ connection, deadLetters, batches: new Batches({ logger }) });
  const outbox = new Outbox(connection, 'auth');
  let erasedCount = 0;
  for (const userId of userIds) {
    const isErased = await outbox.run(async (transaction) => {
      if (!(await users.eraseInAnyState(userId, transaction.session))) return false;
      await revocations.revokeUser(transaction, userId);
      await erasure.begin(userId, transaction.session);
      await transaction.emit(userRemoved, userId, { userId, stage: 'erased' });
      return true;
    });
    if (isErased) erasedCount += 1;
  }
  return erasedCount;
}
