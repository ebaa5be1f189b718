import {
  advanceSandboxClock,
  disputeSandboxPayment,
  getBillingConfig,
  refundSandboxPayment,
} from '@inkbear/contracts/billing/billing';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatMinor } from '../../kit/format.ts';
import { useAdminMutation } from '../../kit/forms/use-admin-mutation.ts';
import { useIdempotencyKey } from '../../kit/forms/use-idempotency-key.ts';
import { adminCall } from '../../kit/session/admin-call.ts';

/** A payment, or a subscription, of which the latest payment is meant. */
export type PaymentRef = { paymentId: string } | { subscriptionId: string };
export type PaymentAction = 'refund' | 'dispute';

export const clockFailedText = 'The clock was not advanced.';
export const paymentFailedTexts: Record<PaymentAction, string> = {
  refund: 'The payment was not refunded.',
  dispute: 'The payment was not disputed.',
};

/** True when payments are simulated; false until billing has replied. */
export const useIsSandbox = (): boolean => useQuery(read(getBillingConfig)).data?.mode === 'sandbox';

export function useAdvanceClock() {
  const withKey = useIdempotencyKey();
  return useAdminMutation({
    send: (advanceDays: number) => withKey({ advanceDays }, (input) => adminCall(advanceSandboxClock, input)),
    successToast: ({ now }) => ({
      title: 'Clock Advanced',
      description: `It is ${formatDateTime(now)} now, for plans, renewals and referrals.`,
    }),
    failedText: clockFailedText,
  });
}

export function usePaymentAction(action: PaymentAction) {
  const withKey = useIdempotencyKey();
  const route = action === 'refund' ? refundSandboxPayment : disputeSandboxPayment;
  return useAdminMutation({
    send: (payment: PaymentRef) => withKey(payment, (input) => adminCall(route, input)),
    successToast: ({ message, amount }) => ({
      title: action === 'refund' ? 'Payment Refunded' : 'Payment Disputed',
      description: `${message} ${formatMinor(amount, 'gbp')}`,
    }),
    failedText: paymentFailedTexts[action],
  });
}
