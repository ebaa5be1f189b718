import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { register } from '@inkbear/contracts/auth/account';
import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { authAdminAction } from '@inkbear/contracts/events';
import { parseInput, UsageError } from '@inkbear/service-kit/operation';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';
import { makeAdminOperation } from './make-admin-command.ts';

describe('make-admin', () => {
  let auth: TestService;
  beforeAll(async () => (auth = await TestService.start(definition, { PASSWORD_COST: 10 })));
  afterAll(async () => await auth.stop());
  const runCommand = async (...args: string[]) =>
    await makeAdminOperation.run(auth.platform.connection, parseInput(makeAdminOperation, args));
  const auditEntries = async (target: string) =>
    (await auth.emitted(authAdminAction))
      .filter(({ data }) => data['target'] === target)
      .map(({ data }) => [data['actor'], data['action'], data['after']]);
  const isAdmin = async (id: string) =>
    (await auth.call(findUserStatus, { as: { role: 'service', service: 'admin' }, params: { id } })).body['isAdmin'];

  it('grants and revokes the admin role, is idempotent, and records each change in the audit trail', async () => {
    const email = `${randomUUID()}@example.com`;
    const { body } = await auth.call(register, {
      body: { email, password: 'violet-otter-9', firstName: 'A', lastName: 'B' },
    });
    const id = String(body['id']);
    expect(await isAdmin(id)).toBe(false);
    expect(await runCommand(email, '--dry-run')).toEqual([`${email} would become an admin.`]);
    expect([await isAdmin(id), await auditEntries(id)]).toEqual([false, []]);
    expect([await runCommand(email.toUpperCase()), await runCommand(email)]).toEqual([
      [`${email} is now an admin.`],
      [`${email} is already an admin.`],
    ]);
    expect(await isAdmin(id)).toBe(true);
    expect([await runCommand(email, '--remove'), await runCommand(email, '--remove')]).toEqual([
      [`${email} is no longer an admin.`],
      [`${email} is not an admin.`],
    ]);
    expect(await isAdmin(id)).toBe(false);
    expect(await auditEntries(id)).toEqual([
      ['operator', 'admin.made', { isAdmin: true }],
      ['operator', 'admin.removed', { isAdmin: false }],
    ]);
  });

  it('rejects unknown accounts and invalid arguments', async () => {
    await expect(runCommand('nobody@example.com')).rejects.toThrow(
      'There is no account with the address nobody@example.com.',
    );
    for (const args of [[], ['--remove'], ['a@example.com', '--delete'], ['a@example.com', '--remove', 'now']])
      await expect(runCommand(...args)).rejects.toThrow(UsageError);
  });
});
