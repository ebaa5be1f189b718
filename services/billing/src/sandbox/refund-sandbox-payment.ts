import type { Clock } from '@inkbear/service-kit/clock';
import type { ClientSession } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import { isFullyReversed, type ProviderCharge } from '../provider/payment-provider.ts';
import { type SandboxObject, withCharge } from './sandbox-object.ts';
import type { SandboxObjectRepository } from './sandbox-object.repository.ts';

/** Selects a payment by its own id or as the latest one of a subscription. Exactly one of the two is set. */
export interface PaymentRef {
  subscriptionId?: string | undefined;
  paymentId?: string | undefined;
}
export interface ReversedPayment {
  userId: string;
  paymentId: string;
  amount: number;
}

// What an operator does in a real provider's dashboard.

export interface RefundDeps {
  readonly objects: SandboxObjectRepository;
  readonly clock: Clock;
}

/**
 * Refunds `amount` minor units, or the rest of the payment. Throws 404 `billing.payment_not_found`, and 409
 * `billing.not_refundable` when less than that is left.
 */
export async function refundPayment(
  { objects, clock }: RefundDeps,
  session: ClientSession,
  { amount, ...ref }: PaymentRef & { amount?: number | undefined },
): Promise<ReversedPayment> {
  return await changeCharge(objects, session, {
    ref,
    type: 'charge.refunded',
    decide: (charge) => {
      const reversed = amount ?? charge.amount - charge.refunded;
      if (isFullyReversed(charge) || charge.refunded + reversed > charge.amount)
        throw new ProblemError('billing.not_refundable');
      return { charge: { ...charge, refunded: charge.refunded + reversed, refundedAt: clock.now() }, reversed };
    },
  });
}

/** Records that the payer disputed the rest of a payment and won. Throws like `refundPayment`. */
export async function loseDispute(
  { objects, clock }: RefundDeps,
  session: ClientSession,
  ref: PaymentRef,
): Promise<ReversedPayment> {
  return await changeCharge(objects, session, {
    ref,
    type: 'charge.dispute_lost',
    decide: (charge) => {
      if (isFullyReversed(charge)) throw new ProblemError('billing.not_refundable');
      return { charge: { ...charge, disputeLostAt: clock.now() }, reversed: charge.amount - charge.refunded };
    },
  });
}

interface ChargeChange {
  readonly ref: PaymentRef;
  /** Type of the event. */
  readonly type: string;
  readonly decide: (charge: ProviderCharge) => { charge: ProviderCharge; reversed: number };
}

async function changeCharge(
  objects: SandboxObjectRepository,
  session: ClientSession,
  { ref: { subscriptionId, paymentId }, type, decide }: ChargeChange,
): Promise<ReversedPayment> {
  const object =
    subscriptionId === undefined ? await objects.findByPayment(paymentId ?? '') : await objects.find(subscriptionId);
  let result: ReversedPayment | null = null;
  if (object)
    await objects.changeIn(session, object._id, type, (stored) => {
      const storedCharge = findCharge(stored, paymentId);
      if (!storedCharge) return null;
      const { charge, reversed } = decide(storedCharge);
      result = { userId: stored.userId, paymentId: charge.paymentId, amount: reversed };
      return withCharge(stored, charge);
    });
  if (!result) throw new ProblemError('billing.payment_not_found');
  return result;
}

/** The charge with this id, or the latest one without an id. */
const findCharge = ({ charges }: SandboxObject, paymentId: string | undefined): ProviderCharge | undefined =>
  paymentId === undefined ? charges.at(-1) : charges.find((charge) => charge.paymentId === paymentId);
