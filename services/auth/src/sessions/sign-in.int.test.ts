import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, register } from '@inkbear/contracts/auth/account';
import { sessionAudience, sessionIssuer } from '@inkbear/contracts/auth/session-token';
import { retryWhileBusy } from '@inkbear/service-kit/testing/retry-while-busy';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { verifyToken } from '@inkbear/service-kit/tokens';
import { definition } from '../definition.ts';

describe('sign-in', () => {
  let auth: TestService;
  let count = 0;
  beforeAll(async () => (auth = await TestService.start(definition, { PASSWORD_COST: 10 })));
  afterAll(async () => await auth.stop());

  const signUp = async (password: string): Promise<string> => {
    const email = `sign-in-${(count += 1)}@example.com`;
    expect((await auth.call(register, { body: { email, password, firstName: 'Ada', lastName: 'Byron' } })).status).toBe(
      201,
    );
    return email;
  };
  const signIn = (email: string, password: string, address = '198.51.100.7') =>
    auth.call(login, { body: { email, password }, headers: { 'x-forwarded-for': address } });

  it('has no default account in a new database', async () => {
    expect(await auth.platform.connection.collection('users').countDocuments({})).toBe(0);
  });

  it.each([
    ['72 correct bytes followed by another', 'v'.repeat(72), `${'v'.repeat(72)}x`],
    ['200 bytes that begin with 72 correct ones', 'w'.repeat(72), 'w'.repeat(200)],
    ['the correct password twice with a NUL between', 'abc-xyz', 'abc-xyz\0abc-xyz'],
  ])('rejects %s like any wrong password', async (_name, password, given) => {
    const email = await signUp(password);
    const { status, body } = await signIn(email, given);
    expect([status, body['message']]).toEqual([401, 'Invalid email or password']);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('serves other addresses while one address queues too many sign-ins', async () => {
    const password = 'violet-otter-9';
    const email = await signUp(password);
    let checked = 0;
    const attempts = Array.from({ length: 100 }, async (_item, index) => {
      const answer = await signIn(`unknown-${index}@example.com`, 'not-this-one', '192.0.2.66');
      if (answer.status === 401) checked += 1;
      return answer;
    });
    await Promise.race(attempts);
    const owner = await signIn(email, password);
    const checkedBefore = checked;
    const answers = await Promise.all(attempts);
    const refused = answers.filter(({ status }) => status === 503);
    expect(owner.status).toBe(200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.map(({ body, headers }) => [body['code'], headers.get('retry-after')])).toEqual(
      refused.map(() => ['server.unavailable', '3']),
    );
    expect(checkedBefore).toBeLessThan(checked);
  });

  it('works with a password of any age', async () => {
    const email = await signUp('violet-otter-9');
    const [createdAt, updatedAt] = [new Date('2001-01-01'), new Date('2001-01-01')];
    await auth.platform.connection.collection('users').updateOne({ email }, { $set: { createdAt, updatedAt } });
    expect((await signIn(email, 'violet-otter-9')).status).toBe(200);
  });

  it('issues a session of its own, whatever session the browser had before', async () => {
    const password = 'violet-otter-9';
    const [email, attacker] = [await signUp(password), await signUp(password)];
    const sessionAfter = async (account: string, planted: string) => {
      const { headers } = await auth.call(login, {
        body: { email: account, password },
        headers: { cookie: `inkbear_session=${planted}` },
      });
      const cookie = headers.getSetCookie().find((each) => each.startsWith('inkbear_session=')) ?? '';
      const token = /=([^;]+)/.exec(cookie)?.[1] ?? '';
      const claims = verifyToken(auth.platform.keys, token, { issuer: sessionIssuer, audience: sessionAudience });
      return { token, sid: claims?.['sid'], userId: claims?.sub };
    };
    const planted = await sessionAfter(attacker, 'chosen-by-the-attacker');
    expect(planted.token).not.toBe('chosen-by-the-attacker');
    const own = await sessionAfter(email, planted.token);
    expect(own.sid).toEqual(expect.any(String));
    expect(own.sid).not.toBe(planted.sid);
    expect(own.userId).not.toBe(planted.userId);
  });

  describe('device id', () => {
    const password = 'violet-otter-9';
    const deviceAfter = async (email: string, device = '') => {
      const { status, headers } = await auth.call(login, {
        body: { email, password },
        headers: { cookie: `inkbear_device=${device}` },
      });
      const line = headers.getSetCookie().find((cookie) => cookie.startsWith('inkbear_device=')) ?? '';
      return { status, device: /=([^;]+)/.exec(line)?.[1] ?? '' };
    };

    const guessTwenty = async (guess: () => Promise<{ status: number }>) =>
      await Promise.all(Array.from({ length: 20 }, () => retryWhileBusy(guess)));

    it('stays the same when the account has used it before', async () => {
      const email = await signUp(password);
      const { device } = await deviceAfter(email);
      expect(await deviceAfter(email, device)).toEqual({ status: 200, device });
    });

    it('is stored next to those of other accounts in the same browser', async () => {
      const [email, other] = [await signUp(password), await signUp(password)];
      const device = (await deviceAfter(email)).device;
      const devices = (await deviceAfter(other, device)).device;
      expect(devices.split('.')).toEqual([device, expect.any(String)]);
      await guessTwenty(() => signIn(email, 'not-this-one'));
      expect([(await signIn(email, password)).status, (await deviceAfter(email, devices)).status]).toEqual([429, 200]);
      await auth.platform.connection.collection('sign_in_failures').deleteMany({});
    });

    it('is not trusted when the client invented it or copied it from another account', async () => {
      const [email, stranger] = [await signUp(password), await signUp(password)];
      for (const untrusted of ['made-up-made-up-made-up-made-up', (await deviceAfter(stranger)).device]) {
        expect((await deviceAfter(email, untrusted)).device.split('.').at(-1)).not.toBe(untrusted);
        const guess = () =>
          auth.call(login, {
            body: { email, password: 'not-this-one' },
            headers: { cookie: `inkbear_device=${untrusted}` },
          });
        await guessTwenty(guess);
        expect((await guess()).status).toBe(429);
        await auth.platform.connection.collection('sign_in_failures').deleteMany({});
      }
    });
  });
});
