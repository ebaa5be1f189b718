import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { register } from '@inkbear/contracts/auth/account';
import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { authAdminAction } from '@inkbear/contracts/events';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';
import { commandMakeAdmin } from './command-make-admin.ts';

describe('make-admin', () => {
  let auth: TestService;
  beforeAll(async () => (auth = await TestService.start(definition, { PASSWORD_COST: 10 })));
  afterAll(async () => await auth.stop());
  const make = (...words: string[]) => commandMakeAdmin(auth.platform.connection, words);
  const trail = async (target: string) =>
    (await auth.emitted(authAdminAction))
      .filter(({ data }) => data['target'] === target)
      .map(({ data }) => [data['actor'], data['action'], data['after']]);
  const isAdmin = async (id: string) =>
    (await auth.call(findUserStatus, { as: { role: 'service', service: 'admin' }, params: { id } })).body['isAdmin'];

  it('makes an account an admin’s, works twice, takes it back, and leaves a trace of each change', async () => {
    const email = `${randomUUID()}@example.com`;
    const { body } = await auth.call(register, {
      body: { email, password: 'violet-otter-9', firstName: 'A', lastName: 'B' },
    });
    const id = String(body['id']);
    expect(await isAdmin(id)).toBe(false);
    expect([await make(email.toUpperCase()), await make(email)]).toEqual([
      [`${email} is an admin now.`],
      [`${email} is an admin already.`],
    ]);
    expect(await isAdmin(id)).toBe(true);
    expect([await make(email, '--remove'), await make(email, '--remove')]).toEqual([
      [`${email} is no admin any more.`],
      [`${email} is no admin.`],
    ]);
    expect(await isAdmin(id)).toBe(false);
    expect(await trail(id)).toEqual([
      ['operator', 'admin.made', { isAdmin: true }],
      ['operator', 'admin.removed', { isAdmin: false }],
    ]);
  });

  it('says so when there is no such account, or when the words make no sense', async () => {
    await expect(make('nobody@example.com')).rejects.toThrow(
      'There is no account with the address nobody@example.com.',
    );
    for (const words of [[], ['--remove'], ['a@example.com', '--delete'], ['a@example.com', '--remove', 'now']])
      await expect(make(...words)).rejects.toThrow('The command is: make-admin');
  });
});
