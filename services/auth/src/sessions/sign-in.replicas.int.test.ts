import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, register } from '@inkbear/contracts/auth/account';
import { retryWhileBusy } from '@inkbear/service-kit/testing/retry-while-busy';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';

const password = 'violet-otter-9';

describe('sign-in on three replicas', () => {
  let replicas: TestService[] = [];
  beforeAll(async () => {
    const env = { MONGODB_DATABASE: `test_auth_${randomUUID().slice(0, 10)}`, PASSWORD_COST: 10 };
    for (let index = 0; index < 3; index += 1) replicas = [...replicas, await TestService.start(definition, env)];
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.stop();
  });
  const at = (index: number): TestService => {
    const replica = replicas[index % replicas.length];
    if (!replica) throw new Error('No replica was started.');
    return replica;
  };

  it('limits an account to 20 guesses an hour over all replicas, and admits the owner’s device and other accounts', async () => {
    const emails = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const [owner] = await Promise.all(
      emails.map((email, index) =>
        at(index).call(register, { body: { email, password, firstName: 'A', lastName: 'B' } }),
      ),
    );
    const device = /inkbear_device=[^;]+/.exec((owner?.headers.getSetCookie() ?? []).join('; '))?.[0] ?? '';
    const signIn = async (index: number, guess: string, headers: Record<string, string> = {}, email = emails[0]) =>
      (
        await retryWhileBusy(() =>
          at(index).call(login, {
            body: { email, password: guess },
            headers: { 'x-forwarded-for': `10.${index % 250}.${index % 7}.1`, ...headers },
          }),
        )
      ).status;
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, index) => signIn(index, `guess-${index}`)));
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([20, 40]);
    expect([
      await signIn(1, password),
      await signIn(2, password, { cookie: 'inkbear_device=made-up-made-up-made-up' }),
      await signIn(0, password, { cookie: device }),
      await signIn(1, password, {}, emails[1]),
    ]).toEqual([429, 429, 200, 200]);
  });
});
