import { describe, expect, it } from '@jest/globals';
import { advanceSubscription, pay, type SandboxSubscription } from './sandbox-object.ts';

const unpaid: SandboxSubscription = {
  _id: 's',
  userId: 'u',
  version: 1,
  clientSecret: 'secret',
  amount: 1200,
  total: 1200,
  beganBy: 'key',
  charges: [],
  currency: 'gbp',
  card: null,
  cardFingerprint: null,
  createdAt: new Date(0),
  kind: 'subscription',
  status: 'incomplete',
  startedAt: null,
  periodStart: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  endedAt: null,
  endReason: null,
};

describe('advanceSubscription', () => {
  it('keeps the day of the month after a shorter month and across a year', () => {
    let subscription = pay(unpaid, 'succeeds', 'fingerprint', new Date('2026-10-31T10:00:00.000Z'));
    const ends: (string | undefined)[] = [];
    for (let month = 0; month < 6; month += 1) {
      const { periodEnd } = subscription;
      ends.push(periodEnd?.toISOString());
      subscription = (periodEnd && advanceSubscription(subscription, periodEnd)?.object) ?? subscription;
      expect(subscription.periodStart).toEqual(periodEnd);
    }
    expect(subscription.charges).toHaveLength(7);
    expect(ends).toEqual(
      ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'].map(
        (date) => `${date}T10:00:00.000Z`,
      ),
    );
  });
});
