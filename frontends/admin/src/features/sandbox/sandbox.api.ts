import { listAudit } from '@inkbear/contracts/admin/audit';
import { getAdminUser } from '@inkbear/contracts/admin/users';
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
import { adminCall, adminReadsKey } from '../../kit/session/admin-call.ts';

/** A payment, or a subscription, of which the latest payment is meant. */
export type PaymentRef = { paymentId: string } | { subscriptionId: string };
export type PaymentAction = 'refund' | 'dispute';

export const clockFailedText = 'The clock was not advanced.';
export const paymentFailedTexts: Record<PaymentAction, string> = {
  refund: 'The payment was not refunded.',
  dispute: 'The payment was not disputed.',
};

/** The newest actions of this kind in the audit trail. */
const listActions = (action: string) => adminCall(listAudit, { query: { action } });
/** A field of the state that an action has recorded. */
const fieldOf = (state: unknown, name: string): unknown =>
  typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;

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
    // Every list and figure may depend on the time.
    staleKeys: () => [adminReadsKey],
    isProjected: async ({ offsetMs }) =>
      (await listActions('sandbox-clock.moved')).some(({ after }) => fieldOf(after, 'offsetMs') === offsetMs),
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
    staleKeys: () => [adminReadsKey],
    // The reply does not name the payer. The audit trail does.
    isProjected: async ({ paymentId }) => {
      const actions = await listActions(action === 'refund' ? 'payment.refunded' : 'payment.disputed');
      const payer = actions.find(({ after }) => fieldOf(after, 'paymentId') === paymentId)?.target;
      if (payer === undefined) return false;
      const { payments } = await adminCall(getAdminUser, { params: { id: payer } });
      return payments.every((payment) => payment.paymentId !== paymentId || payment.refunded > 0);
    },
  });
}
