import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminLogin } from '@inkbear/contracts/admin/session';
import work from '@inkbear/service-kit/password.worker';
import { retryWhileBusy } from '@inkbear/service-kit/testing/retry-while-busy';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';

const password = 'an admin password for tests';

describe('admin sign-in on three replicas', () => {
  let replicas: TestService[] = [];
  beforeAll(async () => {
    const env = {
      MONGODB_DATABASE: `test_admin_${randomUUID().slice(0, 10)}`,
      ADMIN_PASSWORD_HASH: work({ kind: 'hash', password, cost: 10 }),
      ADMIN_SESSION_MINUTES: 60,
    };
    for (let index = 0; index < 3; index += 1) replicas = [...replicas, await TestService.start(definition, env)];
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.stop();
  });
  const login = async (index: number, guess: string, headers: Record<string, string> = {}) => {
    const replica = replicas[index % replicas.length];
    if (!replica) throw new Error('No replica was started.');
    return await replica.call(adminLogin, {
      body: { password: guess },
      headers: { 'x-forwarded-for': `10.${index % 250}.${index % 7}.1`, ...headers },
    });
  };

  it('limits unknown devices to 20 guesses an hour across replicas and addresses, and admits a known device', async () => {
    const device =
      /inkbear_admin_device=[^;]+/.exec((await login(0, password)).headers.get('set-cookie') ?? '')?.[0] ?? '';
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => retryWhileBusy(() => login(index, `guess ${index}`))),
    );
    const statuses = answers.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([20, 40]);
    expect((await login(1, password)).status).toBe(429);
    expect((await login(2, password, { cookie: device })).status).toBe(200);
    expect((await login(2, password, { cookie: 'inkbear_admin_device=made-up-made-up-made-up' })).status).toBe(429);
    const failures = await replicas[0]?.platform.connection
      .collection('outbox')
      .countDocuments({ type: 'admin.admin-action.recorded.v1', 'data.action': 'admin.sign_in_failed' });
    expect(failures).toBe(20);
  });
});
