import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EventType,
  paymentSucceeded,
  referralsCreditsAwarded,
  sandboxClockMoved,
  subscriptionChanged,
  userRegistered,
} from '@inkbear/contracts/events';
import { Random } from '@inkbear/service-kit/testing/random';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { testRegistration } from '@inkbear/service-kit/testing/test-events';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';

const count = isDeep ? 1000 : 30;
const dayMs = 86_400_000;

interface TestEvent {
  readonly event: EventType;
  readonly key: string;
  readonly data: Record<string, unknown>;
  readonly seq: number;
}
/** What the referred user does. */
type Scenario = 'pays' | 'never pays' | 'pays and is refunded' | 'pays with the referrer’s card';

describe(`${count} referrals with redelivered, reordered events and clock jumps (TEST_SEED=${seed})`, () => {
  const random = new Random(seed);
  let referrals: TestService;
  beforeAll(async () => {
    process.stdout.write(`referrals: TEST_SEED=${seed}\n`);
    referrals = await TestService.start(definition);
  });
  afterAll(async () => await referrals.stop());

  const now = Date.now();
  const at = (days: number) => new Date(now + days * dayMs).toISOString();
  const registration = (userId: string, referredByCode: string | null): TestEvent => ({
    event: userRegistered,
    key: userId,
    seq: 1,
    data: testRegistration(userId, { referredByCode, createdAt: at(0) }),
  });

  function eventsOf(number: number, scenario: Scenario): TestEvent[] {
    const [referrer, referred, subscriptionId] = [`referrer-${number}`, `referred-${number}`, `sub-${number}`];
    const registrations = [registration(referrer, null), registration(referred, referrer)];
    if (scenario === 'never pays') return registrations;
    const payment: TestEvent = {
      event: paymentSucceeded,
      key: `pay-${number}`,
      seq: 1,
      data: {
        paymentId: `pay-${number}`,
        userId: referred,
        plan: 'pro_monthly',
        subscriptionId,
        amount: 1200,
        currency: 'gbp',
        paidAt: at(0),
        cardFingerprint: `card-${number}`,
      },
    };
    const sameCard: TestEvent = {
      ...payment,
      key: `pay-of-referrer-${number}`,
      data: { ...payment.data, paymentId: `pay-of-referrer-${number}`, userId: referrer, subscriptionId: null },
    };
    const states =
      scenario !== 'pays and is refunded'
        ? (['active', 'past_due', 'active'] as const)
        : (['active', 'canceled'] as const);
    const changes = states.map((status, index): TestEvent => ({
      event: subscriptionChanged,
      key: subscriptionId,
      seq: index + 1,
      data: {
        subscriptionId,
        userId: referred,
        status,
        startedAt: at(0),
        periodEnd: at(30),
        cancelAtPeriodEnd: false,
        endedAt: null,
        endReason: status === 'canceled' ? 'refunded' : null,
        amount: 1200,
        currency: 'gbp',
      },
    }));
    return [...registrations, payment, ...(scenario === 'pays with the referrer’s card' ? [sameCard] : []), ...changes];
  }

  /** Delivers one event. False when it must be redelivered, because it depends on an event that has not arrived. */
  async function deliver({ event, key, data, seq }: TestEvent, id: string): Promise<boolean> {
    return await referrals.deliver(event, key, data, { id, seq }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && error.message.includes('not arrived')) return false;
        throw error;
      },
    );
  }

  it(
    'awards one credit to both users of a paid referral, and none otherwise',
    async () => {
      const scenarios = Array.from({ length: count }, (_, number) => ({
        number,
        scenario:
          (['pays', 'pays', 'never pays', 'pays and is refunded', 'pays with the referrer’s card'] as const)[
            random.between(0, 4)
          ] ?? 'pays',
      }));
      const jumps = Array.from({ length: 6 }, (_, index): TestEvent => ({
        event: sandboxClockMoved,
        key: 'clock',
        seq: index + 1,
        data: { offsetMs: (index + 1) * dayMs },
      }));
      const events = [...scenarios.flatMap(({ number, scenario }) => eventsOf(number, scenario)), ...jumps].map(
        (event, index) => ({
          event,
          id: `event-${index}`,
        }),
      );
      let undelivered = random.shuffle(
        events.flatMap((each) => Array.from({ length: random.between(1, 10) }, () => each)),
      );
      while (undelivered.length > 0) {
        const failed: typeof undelivered = [];
        for (const each of undelivered) {
          if (!(await deliver(each.event, each.id))) failed.push(each);
          if (random.chance(0.01)) await referrals.runJob('process-due');
        }
        undelivered = random.shuffle(failed);
      }
      await deliver({ event: sandboxClockMoved, key: 'clock', seq: 7, data: { offsetMs: 8 * dayMs } }, 'the last jump');
      await Promise.all([referrals.runJob('process-due'), referrals.runJob('process-due')]);

      const awarded = new Map<string, number>();
      for (const { data } of await referrals.emitted(referralsCreditsAwarded))
        awarded.set(String(data['userId']), (awarded.get(String(data['userId'])) ?? 0) + Number(data['credits']));
      const wrong = scenarios.filter(({ number, scenario }) => {
        const expected = scenario === 'pays' ? 1 : 0;
        return [`referrer-${number}`, `referred-${number}`].some((userId) => (awarded.get(userId) ?? 0) !== expected);
      });
      expect(wrong).toEqual([]);
      expect(scenarios.some(({ scenario }) => scenario === 'pays')).toBe(true);
    },
    isDeep ? 1_200_000 : 240_000,
  );
});
