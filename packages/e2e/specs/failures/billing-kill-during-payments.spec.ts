import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@inkbear/local/paths';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { signInAdmin } from '../../src/sign-in-admin.ts';
import { type Answer, Author } from '../../src/author.ts';
import { type AppStack, startAppStack } from '../../src/app-stack.ts';

/** 100 is the limit of new accounts from one address. */
const [payers, kills] = isDeep ? [100, 20] : [12, 3];
/** The pause before each kill, so that some payments get through between two kills. */
const pauseMs = () => 1000 + Math.random() * 3000;
const recoveredWithinMs = 120_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe(`billing, killed ${kills} times while ${payers} people pay`, () => {
  let stack: AppStack;
  let adminToken: string;
  beforeAll(async () => {
    stack = await startAppStack({ seed: false });
    adminToken = await signInAdmin(stack);
  }, 120_000);
  afterAll(async () => await stack.remove(), 60_000);

  /** Retries like a browser, with the same idempotency key, until the reply is neither 5xx nor 429. */
  async function retryUntilAnswered(call: () => Promise<Answer>): Promise<Answer> {
    const until = Date.now() + recoveredWithinMs;
    while (Date.now() < until) {
      const answer = await call().catch(() => null);
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      await wait(1000);
    }
    throw new Error('Billing did not come back.');
  }

  async function subscribe(author: Author): Promise<void> {
    const key = { 'idempotency-key': randomUUID() };
    const created = await retryUntilAnswered(() => author.call('POST', '/api/create-subscription', {}, key));
    if (created.body['code'] === 'billing.already_active') return;
    // The reply to the first try was lost in a kill. A reload starts over with a new key and gets the same purchase.
    if (created.status === 409) return await subscribe(author);
    const { clientSecret } = created.body;
    const paid = await retryUntilAnswered(() =>
      author.call('POST', '/api/billing/sandbox/confirm', { clientSecret, cardNumber: '4242 4242 4242 4242' }),
    );
    if (paid.status !== 200 || paid.body['status'] !== 'succeeded')
      throw new Error(`The payment was answered ${paid.status} ${JSON.stringify(paid.body)}.`);
  }

  const eventually = async (check: () => Promise<void>) => {
    for (const until = Date.now() + recoveredWithinMs; ; await wait(200)) {
      try {
        return await check();
      } catch (error) {
        if (Date.now() > until) throw error;
      }
    }
  };

  it(
    'counts every payment exactly once in plans, revenue and payments',
    async () => {
      const authors: Author[] = [];
      while (authors.length < payers) authors.push(await Author.register(stack.url));
      let killed = 0;
      const killing = (async () => {
        for (; killed < kills; killed += 1) {
          await stack.processes['billing']?.waitUntilReady();
          await wait(pauseMs());
          stack.processes['billing']?.kill('SIGKILL');
        }
      })();
      const waiting = [...authors];
      // Keeps payments in flight during every kill: authors who have paid try again, which must change nothing.
      const payRepeatedly = async () => {
        for (let author = waiting.pop(); author !== undefined; author = waiting.pop()) await subscribe(author);
        for (; killed < kills; await wait(500))
          await subscribe(authors[Math.floor(Math.random() * authors.length)] as Author);
      };
      await Promise.all([killing, ...Array.from({ length: 3 }, payRepeatedly)]);

      await eventually(async () => {
        const plans = await Promise.all(
          authors.map(async (author) => (await author.call('GET', '/api/user/plan-status')).body),
        );
        expect(plans.map(({ plan, isActive }) => `${plan} ${isActive}`)).toEqual(
          Array(payers).fill('pro_monthly true'),
        );
      });
      const admin = new Author(stack.url);
      const token = { 'x-admin-token': adminToken };
      await eventually(async () =>
        expect((await admin.call('GET', '/api/admin/analytics', undefined, token)).body).toMatchObject({
          activeProPlans: payers,
          monthlyRevenue: 12 * payers,
        }),
      );
      const users = (await admin.call('GET', '/api/admin/users?limit=500', undefined, token)).body as unknown as {
        id: string;
      }[];
      const payments = await Promise.all(
        users.map(
          async ({ id }) =>
            ((await admin.call('GET', `/api/admin/user/${id}/details`, undefined, token)).body['payments'] as unknown[])
              .length,
        ),
      );
      expect(payments).toEqual(Array(payers).fill(1));
    },
    isDeep ? 1_200_000 : 240_000,
  );

  it('agrees with the payment provider', async () => {
    const reconcile = async () =>
      (
        await promisify(execFile)(
          process.execPath,
          ['--no-warnings', path.join(repositoryRoot, 'packages/local/src/ops.ts'), 'reconcile'],
          { env: { ...process.env, DATA_DIR: stack.dataDir } },
        )
      ).stdout;
    await reconcile();
    await eventually(async () => expect(await reconcile()).toMatch(new RegExp(`: ${payers} objects, 0 differences`)));
  }, 180_000);
});
