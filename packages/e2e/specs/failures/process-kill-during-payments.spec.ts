import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@inkbear/local/paths';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { Random } from '@inkbear/service-kit/testing/random';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { type AppStack, processIds, startAppStack } from '../../src/app-stack.ts';
import { Author } from '../../src/author.ts';
import { findUnhandledEvents } from '../../src/event-effects.ts';
import { ContinuousPayers } from '../../src/payers.ts';
import { signInAdmin } from '../../src/sign-in-admin.ts';
import { withDatabase } from '../../src/with-database.ts';

/** Besides billing: what every payment needs, and the services that apply plans and credits or report payments. */
const others = ['nats', 'mongod', 'gateway', 'books', 'auth', 'admin'];
const random = new Random(seed);
/** Killed in turn. A run that is not deep kills billing and two others, chosen by the seed. */
const victims = ['billing', ...random.shuffle(others).slice(0, isDeep ? others.length : 2)];
/** `kills` is the total over all victims. */
const [payers, kills, concurrency] = isDeep ? [1000, 60, 8] : [12, 3, 3];
/** The pause before each kill, so that some payments get through between two kills. */
const [minPauseMs, maxPauseMs] = [1000, 4000];
const pauseMs = () => random.between(minPauseMs, maxPauseMs);
/** The pause of each loop between two new payers, so that new payers keep arriving until the last kill. */
const payerPauseMs = (kills * ((minPauseMs + maxPauseMs) / 2)) / (payers / concurrency);
/**
 * The longest time from the last kill until every service agrees. In deep runs also the longest time from a kill to the
 * next acknowledged payment. Other runs may share a busy machine, so they wait longer.
 */
const recoveredWithinMs = isDeep ? 30_000 : 120_000;

describe(`${victims.join(', ')}: ${kills} kills while ${payers} people pay (TEST_SEED=${seed})`, () => {
  let stack: AppStack;
  beforeAll(async () => {
    // Each payer has an address of their own, because one address may not create so many accounts.
    stack = await startAppStack({ seed: false, env: { gateway: { TRUST_PROXY_HOPS: '1' } } });
  });
  afterAll(async () => await stack.remove());

  it(
    'counts every payment and promo code exactly once in plans, revenue, payments and credits',
    async () => {
      const killedIds = new Set<number | undefined>();
      const paying = await ContinuousPayers.start(stack, {
        payers,
        concurrency,
        pauseMs: payerPauseMs,
        haveOwnAddresses: true,
      });
      for (let number = 0; number < kills; number += 1) {
        const victim = stack.processes[String(victims[number % victims.length])];
        await victim?.waitUntilReady();
        await sleep(pauseMs());
        paying.recovery.faultBegins();
        killedIds.add(victim?.pid);
        victim?.kill('SIGKILL');
      }
      await paying.stop();
      // Every kill has ended another process: none was already dead, and each was started again.
      for (const name of victims) await stack.processes[name]?.waitUntilReady();
      expect([killedIds.size, Object.values(processIds(stack)).some((id) => killedIds.has(id))]).toEqual([
        kills,
        false,
      ]);
      expect(paying.paid).toHaveLength(payers);
      expect(await paying.findDifferences(paying.paid, recoveredWithinMs)).toEqual([]);
      process.stdout.write(
        `${payers} payers, ${kills} kills of ${victims.join(', ')}: the slowest recovery of payments: ${paying.recovery.describeSlowest()}\n`,
      );
      // A bounded run may end before the first payment after the last kill.
      if (isDeep) expect(paying.recovery.slowestMs).toBeLessThan(recoveredWithinMs);
      const admin = new Author(stack.url);
      const headers = { 'x-admin-token': await signInAdmin(stack) };
      const { body: analytics } = await eventually(
        () => admin.call('GET', '/api/admin/analytics', undefined, headers),
        ({ body }) => body['activeProPlans'] === payers && body['monthlyRevenue'] === 12 * payers,
        recoveredWithinMs,
      );
      expect(analytics).toMatchObject({ activeProPlans: payers, monthlyRevenue: 12 * payers });
    },
    isDeep ? 2_400_000 : 240_000,
  );

  it('loses no event', async () => {
    const findLost = () => findUnhandledEvents((service, work) => withDatabase(stack, service, work));
    expect(await eventually(findLost, (lost) => lost.length === 0, recoveredWithinMs).catch(findLost)).toEqual([]);
  });

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
    const isEqual = (text: string) => text.includes(`: ${payers} objects, 0 differences`);
    expect(isEqual(await eventually(reconcile, isEqual, recoveredWithinMs))).toBe(true);
  });
});
