import { advanceSandboxClock, disputeSandboxPayment, refundSandboxPayment } from '@inkbear/contracts/billing/billing';
import { formatMinor, formatMoment } from '../../kit/format.ts';
import { useAdminAction } from '../../kit/forms/use-admin-action.ts';
import { useRequestKey } from '../../kit/forms/use-request-key.ts';
import { adminCall } from '../../kit/session/admin-call.ts';

export const clockFailed = 'The clock was not moved.';
/** A payment, or a subscription and with it its latest payment. */
export type PaidThing = { paymentId: string } | { subscriptionId: string };
export type MoneyAction = 'refund' | 'dispute';
export const moneyFailures: Record<MoneyAction, string> = {
  refund: 'The payment was not refunded.',
  dispute: 'The payment was not disputed.',
};

export function useMoveClock() {
  const withKey = useRequestKey();
  return useAdminAction({
    send: (advanceDays: number) => withKey({ advanceDays }, (input) => adminCall(advanceSandboxClock, input)),
    done: ({ now }) => ({
      title: 'Clock Moved',
      description: `It is ${formatMoment(now)} now, for plans, renewals and referrals.`,
    }),
    failed: clockFailed,
  });
}

export function useMoneyAction(action: MoneyAction) {
  const withKey = useRequestKey();
  return useAdminAction({
    send: (thing: PaidThing) =>
      withKey(thing, (input) => adminCall(action === 'refund' ? refundSandboxPayment : disputeSandboxPayment, input)),
    done: ({ message, amount }) => ({
      title: action === 'refund' ? 'Payment Refunded' : 'Payment Disputed',
      description: `${message} ${formatMinor(amount, 'gbp')}`,
    }),
    failed: moneyFailures[action],
  });
}
