import { authAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import { systemClock } from '@inkbear/service-kit/clock';
import { UsageError } from '@inkbear/service-kit/dead-letter-commands';
import { newId } from '@inkbear/service-kit/ids';
import { Outbox } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';
import { UserRepository } from './user.repository.ts';

const usage = 'Usage: make-admin <e-mail address> [--remove]';

/** Grants or revokes the admin role of an account. The running service publishes the change to the audit trail. */
export async function runMakeAdminCommand(connection: Connection, args: readonly string[]): Promise<string[]> {
  const [email, flag, ...more] = args;
  if (email === undefined || email.startsWith('-') || (flag !== undefined && flag !== '--remove') || more.length > 0)
    throw new UsageError(usage);
  return [await setAdmin(connection, email.trim().toLowerCase(), flag === undefined)];
}

async function setAdmin(connection: Connection, email: string, isAdmin: boolean): Promise<string> {
  const users = new UserRepository(connection);
  const record = adminActions({ event: authAdminAction, clock: systemClock, newId });
  return await new Outbox(connection, 'auth').run(async (transaction) => {
    const user = await users.findByEmail(email, transaction.session);
    if (!user) throw new UsageError(`There is no account with the address ${email}.`);
    if (user.isAdmin === isAdmin) return `${email} ${isAdmin ? 'is already an admin' : 'is not an admin'}.`;
    await users.update(user._id, { isAdmin, updatedAt: systemClock.now() }, transaction.session);
    await record(transaction, 'operator', {
      action: isAdmin ? 'admin.made' : 'admin.removed',
      target: user._id,
      before: { isAdmin: user.isAdmin },
      after: { isAdmin },
    });
    return `${email} is ${isAdmin ? 'now an admin' : 'no longer an admin'}.`;
  });
}
