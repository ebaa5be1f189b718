import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@inkbear/local/paths';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { type Answer, Author } from '../../src/author.ts';
import { type House, openHouse } from '../../src/house.ts';

/** More accounts than this nobody may make from one address at a time. */
const [payers, kills] = isDeep ? [100, 20] : [12, 3];
/** Before each kill, so that somebody gets as far as paying between two of them. */
const pauseMs = () => 1000 + Math.random() * 3000;
const recoveredWithinMs = 120_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe(`billing, killed ${kills} times while ${payers} people pay`, () => {
  let house: House;
  let adminToken: string;
  beforeAll(async () => {
    house = await openHouse({ seed: false });
    const { body } = await new Author(house.url).call('POST', '/api/admin/login', {
      password: house.demo.adminPassword,
    });
    adminToken = String(body['token']);
  }, 120_000);
  afterAll(async () => await house.leave(), 60_000);

  /**
   * As a browser does it: the same key and the same question again, until there is an answer that is no failure of
   * ours.
   */
  async function insist(call: () => Promise<Answer>): Promise<Answer> {
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
    const begun = await insist(() => author.call('POST', '/api/create-subscription', {}, key));
    if (begun.body['code'] === 'billing.already_active') return;
    // Begun, and its answer died with billing: whoever loads the page again begins anew and gets the same purchase.
    if (begun.status === 409) return await subscribe(author);
    const { clientSecret } = begun.body;
    const paid = await insist(() =>
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
    'every payment counts once: plans, revenue and the provider say the same',
    async () => {
      const authors: Author[] = [];
      while (authors.length < payers) authors.push(await Author.register(house.url));
      let killed = 0;
      const killing = (async () => {
        for (; killed < kills; killed += 1) {
          await house.processes['billing']?.waitUntilReady();
          await wait(pauseMs());
          house.processes['billing']?.kill('SIGKILL');
        }
      })();
      const waiting = [...authors];
      // Somebody is always paying while billing dies; whoever is done pays again in vain, which changes nothing.
      const cashDesk = async () => {
        for (let author = waiting.pop(); author !== undefined; author = waiting.pop()) await subscribe(author);
        for (; killed < kills; await wait(500))
          await subscribe(authors[Math.floor(Math.random() * authors.length)] as Author);
      };
      await Promise.all([killing, ...Array.from({ length: 3 }, cashDesk)]);

      await eventually(async () => {
        const plans = await Promise.all(
          authors.map(async (author) => (await author.call('GET', '/api/user/plan-status')).body),
        );
        expect(plans.map(({ plan, isActive }) => `${plan} ${isActive}`)).toEqual(
          Array(payers).fill('pro_monthly true'),
        );
      });
      const admin = new Author(house.url);
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

  it('and a comparison with the provider finds nothing to mend', async () => {
    const reconcile = async () =>
      (
        await promisify(execFile)(
          process.execPath,
          ['--no-warnings', path.join(repositoryRoot, 'packages/local/src/ops.ts'), 'reconcile'],
          { env: { ...process.env, DATA_DIR: house.dataDir } },
        )
      ).stdout;
    await reconcile();
    await eventually(async () => expect(await reconcile()).toMatch(new RegExp(`: ${payers} objects, 0 differences`)));
  }, 180_000);
});
