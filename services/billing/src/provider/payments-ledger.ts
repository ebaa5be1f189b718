import { paymentDisputed, paymentRefunded, paymentSucceeded } from '@inkbear/contracts/events';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { ClientSession, Connection } from 'mongoose';
import type { ProviderCharge, ProviderObject } from './payment-provider.ts';

/** What was told of one payment. */
export interface LedgerPayment {
  _id: string;
  userId: string;
  objectId: string;
  amount: number;
  refunded: number;
  disputeLostAt: Date | null;
}

/** Every payment that was told, and how much of it went back: money is told exactly once, however often it is looked at. Rows outlive their user, whose bare id points to nobody: otherwise a late refund could not be told apart from a new payment. */
export class PaymentsLedger {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async listOf(objectId: string, session?: ClientSession): Promise<LedgerPayment[]> {
    return await this.#rows.find({ objectId }, session ? { session } : {}).toArray();
  }

  /** Tells what is new about an object's charges. */
  async record(transaction: Transaction, object: ProviderObject): Promise<void> {
    const known = new Map((await this.listOf(object.id, transaction.session)).map((row) => [row._id, row]));
    for (const charge of object.charges)
      await this.#recordCharge(transaction, object, charge, known.get(charge.paymentId));
  }

  async #recordCharge(
    { session, emit }: Transaction,
    object: ProviderObject,
    charge: ProviderCharge,
    known: LedgerPayment | undefined,
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
    if (!known)
      await emit(paymentSucceeded, paymentId, { ...payment, amount, paidAt: paidAt.toISOString(), cardFingerprint });
    const refundedBefore = known?.refunded ?? 0;
    if (refunded > refundedBefore && refundedAt)
      await emit(paymentRefunded, paymentId, {
        ...payment,
        amount: refunded - refundedBefore,
        refundKey: `${paymentId}:${refunded}`,
        isFull: refunded >= amount,
        refundedAt: refundedAt.toISOString(),
      });
    if (disputeLostAt && !known?.disputeLostAt)
      await emit(paymentDisputed, paymentId, {
        ...payment,
        amount: amount - refunded,
        lostAt: disputeLostAt.toISOString(),
      });
    if (isTold(charge, known)) return;
    await this.#rows.replaceOne(
      { _id: paymentId },
      {
        userId: object.userId,
        objectId: object.id,
        amount,
        refunded: Math.max(refunded, refundedBefore),
        disputeLostAt,
      },
      { session, upsert: true },
    );
  }

  get #rows() {
    return this.#connection.collection<LedgerPayment>('payments');
  }
}

/** Whether nothing of a charge is left to tell. */
export const isTold = ({ refunded, disputeLostAt }: ProviderCharge, known: LedgerPayment | undefined): boolean =>
  known !== undefined && known.refunded >= refunded && (known.disputeLostAt !== null) === (disputeLostAt !== null);
