import type { ProviderCharge, ProviderPayment, ProviderSubscription } from '../provider/payment-provider.ts';

/** Midnight in UTC, that many days after 1 January 2026. */
export const day = (number: number): Date => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000);

/** A month of a subscription, paid on day 0 and not refunded. */
export const charge = (more: Partial<ProviderCharge> = {}): ProviderCharge => ({
  paymentId: 'p',
  amount: 1200,
  currency: 'gbp',
  paidAt: day(0),
  cardFingerprint: null,
  refunded: 0,
  refundedAt: null,
  disputeLostAt: null,
  ...more,
});

/** The terms of a monthly plan in its first month. */
export const firstMonth = {
  startedAt: day(0),
  periodStart: day(0),
  periodEnd: day(31),
  cancelAtPeriodEnd: false,
  endedAt: null,
  endReason: null,
  amount: 1200,
  currency: 'gbp',
} as const;

export const subscription = (
  status: ProviderSubscription['status'],
  charges: ProviderCharge[],
): ProviderSubscription => ({ ...firstMonth, kind: 'subscription', id: 's', userId: 'u', status, charges });

/** A one-off plan, paid on day 0. */
export const payment = (more: Partial<ProviderCharge> = {}): ProviderPayment => ({
  kind: 'payment',
  id: 'p',
  userId: 'u',
  status: 'succeeded',
  currency: 'gbp',
  charges: [charge({ amount: 2000, ...more })],
});
