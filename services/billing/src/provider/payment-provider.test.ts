import { describe, expect, it } from '@jest/globals';
import { type ProviderCharge, type ProviderSubscription, watchUntil } from './payment-provider.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000);
const charge = (paidAt: Date, refunded = 0): ProviderCharge => ({
  paymentId: paidAt.toISOString(),
  amount: 1200,
  currency: 'gbp',
  paidAt,
  cardFingerprint: null,
  refunded,
  refundedAt: refunded ? paidAt : null,
  disputeLostAt: null,
});
const subscription = (status: ProviderSubscription['status'], charges: ProviderCharge[]): ProviderSubscription => ({
  kind: 'subscription',
  id: 's',
  userId: 'u',
  currency: 'gbp',
  amount: 1200,
  status,
  charges,
  startedAt: day(0),
  periodStart: day(0),
  periodEnd: day(31),
  cancelAtPeriodEnd: false,
  endedAt: null,
  endReason: null,
});

describe('watchUntil', () => {
  it('never ends while the object can still be paid', () => {
    for (const status of ['incomplete', 'active', 'past_due'] as const)
      expect(watchUntil(subscription(status, []), day(0)).getUTCFullYear()).toBe(9999);
  });
  it('ends when the payments of all months can no longer be charged back', () => {
    expect(watchUntil(subscription('canceled', [charge(day(0)), charge(day(31))]), day(40))).toEqual(day(151));
    expect(watchUntil(subscription('canceled', [charge(day(0)), charge(day(31), 1200)]), day(40))).toEqual(day(120));
  });
  it('ends at once when nothing was paid, or every payment was returned', () => {
    for (const charges of [[], [charge(day(0), 1200)]])
      expect(watchUntil(subscription('canceled', charges), day(40))).toEqual(day(40));
  });
});
