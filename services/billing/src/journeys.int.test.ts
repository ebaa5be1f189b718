import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paymentDisputed, paymentRefunded, paymentSucceeded } from '@inkbear/contracts/events';
import { CrashInjector } from './testing/crash-injector.ts';
import { expectedPlan } from './testing/expected-plan.ts';
import { Journeys } from './testing/journeys.ts';
import { Random } from '@inkbear/service-kit/testing/random';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { TestBilling } from './testing/test-billing.ts';

const [count, rounds] = isDeep ? [1000, 8] : [24, 6];

describe(`billing with ${count} random journeys (TEST_SEED=${seed})`, () => {
  const random = new Random(seed);
  const crashInjector = new CrashInjector(random);
  let billing: TestBilling;
  let journeys: Journeys;
  beforeAll(async () => {
    process.stdout.write(`journeys: TEST_SEED=${seed}\n`);
    billing = await TestBilling.start({}, (platform) => crashInjector.install(platform));
    journeys = new Journeys(billing, random, count);
  });
  afterAll(async () => {
    crashInjector.restore();
    await billing.stop();
  });

  const findDifferences = async () => {
    const now = billing.service.platform.clock.now().getTime();
    const pairs = await journeys.forEach(async ({ userId }) => ({
      userId,
      inBilling: (await billing.planOf(userId)).slice(0, 2),
      atProvider: expectedPlan(await journeys.objectsOf(userId), now),
    }));
    return pairs
      .filter(({ inBilling, atProvider }) => JSON.stringify(inBilling) !== JSON.stringify(atProvider))
      .slice(0, 5);
  };
  const countDifferences = () =>
    billing.service.platform.connection.collection('provider_differences').countDocuments({}, { hint: '_id_' });
  /** The sums of all payments, refunds and disputes: in the published events, and at the provider. */
  const sumPayments = async () => {
    const sum = async (event: typeof paymentSucceeded | typeof paymentRefunded | typeof paymentDisputed) =>
      (await billing.service.emitted(event)).reduce((total, { data }) => total + Number(data['amount']), 0);
    const charges = (await journeys.forEach(({ userId }) => journeys.objectsOf(userId)))
      .flat()
      .flatMap((object) => object.charges);
    const atProvider = [
      charges.reduce((total, { amount }) => total + amount, 0),
      charges.reduce((total, { refunded }) => total + refunded, 0),
      charges.reduce(
        (total, { amount, refunded, disputeLostAt }) => total + (disputeLostAt ? amount - refunded : 0),
        0,
      ),
    ];
    return { published: await Promise.all([paymentSucceeded, paymentRefunded, paymentDisputed].map(sum)), atProvider };
  };

  it(
    'converges on the provider’s plans and sums despite repeated and shuffled events and crashes',
    async () => {
      let sent = 0;
      for (let round = 0; round < rounds; round += 1) {
        crashInjector.chance = 0.06;
        await journeys.act();
        sent += await journeys.deliver();
        crashInjector.chance = 0;
        await billing.service.runJob('run-due-work');
        expect(await findDifferences()).toEqual([]);
      }
      const { published, atProvider } = await sumPayments();
      expect(published).toEqual(atProvider);
      // The hourly job may have run while events were undelivered.
      await billing.service.platform.connection.collection('provider_differences').deleteMany({});
      await billing.service.runJob('reconcile');
      expect([await countDifferences(), sent > count, crashInjector.count > 20]).toEqual([0, true, true]);
    },
    isDeep ? 1_800_000 : 240_000,
  );

  it(
    'repairs all differences by reconciliation after a day without events',
    async () => {
      // What the authors do may by chance leave no difference.
      for (let tries = 0; tries < 5 && (await countDifferences()) === 0; tries += 1) {
        await journeys.act();
        await journeys.act();
        await journeys.dropEvents();
        await billing.service.runJob('reconcile');
        expect(await findDifferences()).toEqual([]);
      }
      expect(await countDifferences()).toBeGreaterThan(0);
      const { published, atProvider } = await sumPayments();
      expect(published).toEqual(atProvider);
      const before = await countDifferences();
      await billing.service.runJob('reconcile');
      expect(await countDifferences()).toBe(before);
    },
    isDeep ? 600_000 : 240_000,
  );
});
