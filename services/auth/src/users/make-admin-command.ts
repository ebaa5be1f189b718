import { authAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import { systemClock } from '@inkbear/service-kit/clock';
import { newId } from '@inkbear/service-kit/ids';
import { type Operation, UsageError } from '@inkbear/service-kit/operation';
import { Outbox } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';
import { UserRepository } from './user.repository.ts';

/**
 * The operator command that grants or revokes the admin role of an account. The running service publishes the change to
 * the audit trail.
 */
export const makeAdminOperation: Operation<Connection> = {
  name: 'make-admin',
  summary: 'grants or revokes the admin role, which allows an account to change the site logo',
  parameters: [{ name: 'address', description: 'the e-mail address of the account' }],
  options: { remove: { description: 'revokes the role' } },
  changes: 'the admin role of the account, and the audit trail',
  runbook: 'make-admin.md',
  run: async (connection, { values: { address = '' }, switches, isDryRun }) => [
    await setAdmin(connection, { email: address.trim().toLowerCase(), isAdmin: !switches.has('remove'), isDryRun }),
  ],
};

interface Change {
  readonly email: string;
  readonly isAdmin: boolean;
  readonly isDryRun: boolean;
}

async function setAdmin(connection: Connection, { email, isAdmin, isDryRun }: Change): Promise<string> {
  const users = new UserRepository(connection);
  const record = adminActions({ event: authAdminAction, clock: systemClock, newId });
  return await new Outbox(connection, 'auth').run(async (transaction) => {
    const user = await users.findByEmail(email, transaction.session);
    if (!user) throw new UsageError(`There is no account with the address ${email}.`);
    if (user.isAdmin === isAdmin) return `${email} ${isAdmin ? 'is already an admin' : 'is not an admin'}.`;
    if (isDryRun) return `${email} would ${isAdmin ? 'become an admin' : 'no longer be an admin'}.`;
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
