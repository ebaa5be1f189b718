import type { Clock } from '@inkbear/service-kit/clock';
import type { ClientSession } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import { isFullyReturned, type ProviderCharge } from '../provider/payment-provider.ts';
import { type SandboxObject, withCharge } from './sandbox-object.ts';
import type { SandboxStore } from './sandbox-store.ts';

/** One of the two; a subscription means its latest payment. */
export interface PaidThing {
  subscriptionId?: string | undefined;
  paymentId?: string | undefined;
}
export interface GivenBack {
  userId: string;
  paymentId: string;
  amount: number;
}

/** Refunds and lost disputes of the sandbox, as its dashboard would make them. */
export class GiveBack {
  readonly #store: SandboxStore;
  readonly #clock: Clock;

  constructor(store: SandboxStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Gives `amount` minor units back, or all that is left. */
  async refund(session: ClientSession, thing: PaidThing, amount?: number): Promise<GivenBack> {
    return await this.#change(session, thing, 'charge.refunded', (charge) => {
      const given = amount ?? charge.amount - charge.refunded;
      if (isFullyReturned(charge) || charge.refunded + given > charge.amount)
        throw new ProblemError('billing.not_refundable');
      return { charge: { ...charge, refunded: charge.refunded + given, refundedAt: this.#clock.now() }, given };
    });
  }

  /** The payer disputes what is left of a payment, and wins. */
  async dispute(session: ClientSession, thing: PaidThing): Promise<GivenBack> {
    return await this.#change(session, thing, 'charge.dispute_lost', (charge) => {
      if (isFullyReturned(charge)) throw new ProblemError('billing.not_refundable');
      return { charge: { ...charge, disputeLostAt: this.#clock.now() }, given: charge.amount - charge.refunded };
    });
  }

  async #change(
    session: ClientSession,
    { subscriptionId, paymentId }: PaidThing,
    type: string,
    decide: (charge: ProviderCharge) => { charge: ProviderCharge; given: number },
  ): Promise<GivenBack> {
    const object =
      subscriptionId === undefined
        ? await this.#store.findByPayment(paymentId ?? '')
        : await this.#store.find(subscriptionId);
    let result: GivenBack | null = null;
    if (object)
      await this.#store.changeIn(session, object._id, type, (stored) => {
        const found = chargeOf(stored, paymentId);
        if (!found) return null;
        const { charge, given } = decide(found);
        result = { userId: stored.userId, paymentId: charge.paymentId, amount: given };
        return withCharge(stored, charge);
      });
    if (!result) throw new ProblemError('billing.payment_not_found');
    return result;
  }
}

const chargeOf = ({ charges }: SandboxObject, paymentId: string | undefined): ProviderCharge | undefined =>
  paymentId === undefined ? charges.at(-1) : charges.find((charge) => charge.paymentId === paymentId);
