import { paymentDisputed, paymentRefunded, paymentSucceeded } from '@inkbear/contracts/events';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { ProviderCharge, ProviderObject } from './payment-provider.ts';
import type { LedgerPayment, PaymentRepository } from './payment.repository.ts';

/**
 * Publishes each payment, refund and lost dispute exactly once, however often its object is fetched. Rows are kept
 * after the erasure of their user: without its row, a payment that is refunded later would be published as a new one.
 * They contain no personal data but the user's id, which then belongs to nobody.
 */
export class PaymentsLedger {
  readonly #payments: PaymentRepository;

  constructor(payments: PaymentRepository) {
    this.#payments = payments;
  }

  /** Publishes and stores what is new in an object's charges. */
  async record(transaction: Transaction, object: ProviderObject): Promise<void> {
    const payments = await this.#payments.listByObject(object.id, transaction.session);
    const recorded = new Map(payments.map((payment) => [payment._id, payment]));
    for (const charge of object.charges)
      await this.#recordCharge(transaction, object, charge, recorded.get(charge.paymentId));
  }

  async #recordCharge(
    { session, emit }: Transaction,
    object: ProviderObject,
    charge: ProviderCharge,
    recorded: LedgerPayment | undefined,
  ): Promise<void> {
    const { paymentId, amount, currency, refunded, refundedAt, disputeLostAt, paidAt, cardFingerprint } = charge;
    const isSubscription = object.kind === 'subscription';
    const payment = {
      paymentId,
      userId: object.userId,
      plan: isSubscription ? 'pro_monthly' : 'pro_oneoff',
      subscriptionId: isSubscription ? object.id : null,
      currency,
    } as const;
    if (!recorded)
      await emit(paymentSucceeded, paymentId, { ...payment, amount, paidAt: paidAt.toISOString(), cardFingerprint });
    const refundedBefore = recorded?.refunded ?? 0;
    if (refunded > refundedBefore && refundedAt)
      await emit(paymentRefunded, paymentId, {
        ...payment,
        amount: refunded - refundedBefore,
        refundKey: `${paymentId}:${refunded}`,
        isFull: refunded >= amount,
        refundedAt: refundedAt.toISOString(),
      });
    if (disputeLostAt && !recorded?.disputeLostAt)
      await emit(paymentDisputed, paymentId, {
        ...payment,
        amount: amount - refunded,
        lostAt: disputeLostAt.toISOString(),
      });
    if (isInLedger(charge, recorded)) return;
    await this.#payments.save(
      {
        _id: paymentId,
        userId: object.userId,
        objectId: object.id,
        amount,
        refunded: Math.max(refunded, refundedBefore),
        disputeLostAt,
      },
      session,
    );
  }
}

/** True when the ledger contains everything about a charge. */
export const isInLedger = ({ refunded, disputeLostAt }: ProviderCharge, recorded: LedgerPayment | undefined): boolean =>
  recorded !== undefined &&
  recorded.refunded >= refunded &&
  (recorded.disputeLostAt !== null) === (disputeLostAt !== null);
