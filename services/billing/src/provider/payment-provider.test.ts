import { describe, expect, it } from '@jest/globals';
import { charge, day, subscription } from '../testing/provider-objects.ts';
import { watchUntil } from './payment-provider.ts';

describe('watchUntil', () => {
  it('never ends while the object can still be paid', () => {
    for (const status of ['incomplete', 'active', 'past_due'] as const)
      expect(watchUntil(subscription(status, []), day(0)).getUTCFullYear()).toBe(9999);
  });
  it('ends when the payments of all months can no longer be charged back', () => {
    expect(watchUntil(subscription('canceled', [charge(), charge({ paidAt: day(31) })]), day(40))).toEqual(day(151));
    expect(
      watchUntil(
        subscription('canceled', [charge(), charge({ paidAt: day(31), refunded: 1200, refundedAt: day(31) })]),
        day(40),
      ),
    ).toEqual(day(120));
  });
  it('ends at once when nothing was paid, or every payment was refunded in full', () => {
    for (const charges of [[], [charge({ refunded: 1200, refundedAt: day(0) })]])
      expect(watchUntil(subscription('canceled', charges), day(40))).toEqual(day(40));
  });
});
