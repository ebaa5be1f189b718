import { billingWebhook, cancelSubscription } from '@inkbear/contracts/billing/billing';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { newId } from '@inkbear/service-kit/ids';
import { isFullyReversed, type ProviderCharge } from '../provider/payment-provider.ts';
import { loseDispute, type RefundDeps, refundPayment } from '../sandbox/refund-sandbox-payment.ts';
import { signEvent } from '../sandbox/sandbox-event.ts';
import type { SandboxObject, SandboxSubscription } from '../sandbox/sandbox-object.ts';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import { SandboxObjectRepository } from '../sandbox/sandbox-object.repository.ts';
import type { Random } from '@inkbear/service-kit/testing/random';
import { goodCard, type Payer, type TestBilling, webhookSecret } from './test-billing.ts';

const dayMs = 86_400_000;
const failingCard = '4000000000000341';
const senders = 3;

/**
 * Simulates many authors who buy, cancel and get refunds while time passes. Billing learns of changes at the provider
 * only from events, or, when these are dropped, not at all.
 */
export class Journeys {
  readonly authors: readonly Payer[];
  readonly #billing: TestBilling;
  readonly #random: Random;
  readonly #objects: SandboxObjectRepository;
  readonly #provider: SandboxProvider;
  readonly #refunds: RefundDeps;
  #daysPassed = 0;

  constructor(billing: TestBilling, random: Random, count: number) {
    const { connection, clock, batches } = billing.service.platform;
    this.#billing = billing;
    this.#random = random;
    this.#objects = new SandboxObjectRepository(connection, newId);
    this.#provider = new SandboxProvider({
      objects: this.#objects,
      clock,
      newId,
      batches,
      secret: webhookSecret,
      publicUrl: 'http://localhost',
    });
    this.#refunds = { objects: this.#objects, clock };
    this.authors = Array.from({ length: count }, () => testUser());
  }

  /** Runs `work` for every author, 20 at a time. Returns the results in the authors' order. */
  async forEach<T>(work: (author: Payer) => Promise<T>): Promise<T[]> {
    const results: T[] = [];
    for (let from = 0; from < this.authors.length; from += 20)
      results.push(...(await Promise.all(this.authors.slice(from, from + 20).map(work))));
    return results;
  }

  /** Lets each author take one random action, and then some days pass. */
  async act(): Promise<void> {
    await this.forEach((author) => this.#actOne(author));
    this.#daysPassed += this.#random.between(0, 24) + this.#random.next();
    this.#billing.service.platform.businessClock.clock.setOffset(Math.round(this.#daysPassed * dayMs));
    await this.#provider.advanceDueSubscriptions();
  }

  /**
   * Sends every undelivered event one to ten times, shuffled, from three concurrent senders. A failed event is sent
   * again, as by a real provider. Returns how many were to be sent.
   */
  async deliver(): Promise<number> {
    const rows = await this.#events.find({ deliveredAt: null }, { hint: 'deliveredAt_1__id_1' }).toArray();
    const queue = this.#random.shuffle(
      rows.flatMap((row) => Array.from({ length: this.#random.between(1, 10) }, () => row)),
    );
    const sent = queue.length;
    await Promise.all(
      Array.from({ length: senders }, async () => {
        for (let row = queue.pop(); row; row = queue.pop()) if (!(await this.#send(row))) queue.unshift(row);
      }),
    );
    await this.#events.updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { $set: { deliveredAt: new Date() } });
    return sent;
  }

  /** Drops every undelivered event. */
  async dropEvents(): Promise<void> {
    await this.#events.updateMany(
      { deliveredAt: null },
      { $set: { deliveredAt: new Date() } },
      { hint: 'deliveredAt_1__id_1' },
    );
  }

  objectsOf(userId: string): Promise<SandboxObject[]> {
    return this.#billing.service.platform.connection
      .collection<SandboxObject>('sandbox_objects')
      .find({ userId })
      .toArray();
  }

  async #actOne(author: Payer): Promise<void> {
    const objects = await this.objectsOf(author.userId);
    const running = objects.find(
      (object): object is SandboxSubscription =>
        object.kind === 'subscription' && object.status !== 'canceled' && object.charges.length > 0,
    );
    const refundable = objects.filter(({ charges }) => charges.some((charge) => this.#canReverse(charge)));
    const choice = this.#random.next();
    if (choice < 0.3 && !running) return await this.#buy(author, 'subscription');
    if (choice < 0.45) return await this.#buy(author, 'payment');
    if (choice < 0.55 && running) return await this.#cancel(author, running);
    const [refunded] = this.#random.shuffle(refundable);
    if (choice < 0.75 && refunded) await this.#reverse(refunded);
  }

  async #buy(author: Payer, kind: 'subscription' | 'payment'): Promise<void> {
    const started = await this.#retry(() =>
      kind === 'subscription' ? this.#billing.subscribe(author) : this.#billing.buyOnce(author),
    );
    if (started.status === 200)
      await this.#provider.confirm({
        userId: author.userId,
        clientSecret: String(started.body['clientSecret']),
        cardNumber: this.#random.chance(0.3) ? failingCard : goodCard,
        isAuthenticated: true,
      });
  }

  async #cancel(author: Payer, { _id }: SandboxSubscription): Promise<void> {
    if (this.#random.chance(0.5)) await this.#provider.cancelAtPeriodEnd(_id);
    else await this.#retry(() => this.#billing.service.call(cancelSubscription, { as: author }));
  }

  async #reverse({ charges }: SandboxObject): Promise<void> {
    const charge = charges.findLast((each) => this.#canReverse(each));
    if (!charge) return;
    const { paymentId } = charge;
    const rest = charge.amount - charge.refunded;
    const choice = this.#random.next();
    const part = this.#random.between(1, rest);
    await inTransaction(
      this.#billing.service.platform.connection,
      async (session) =>
        void (await (choice < 0.35
          ? loseDispute(this.#refunds, session, { paymentId })
          : refundPayment(this.#refunds, session, { paymentId, amount: choice < 0.6 ? part : rest }))),
    );
  }

  /** False for old payments, which the reconciler might no longer compare. */
  #canReverse(charge: ProviderCharge): boolean {
    return (
      !isFullyReversed(charge) &&
      charge.paidAt.getTime() + 60 * dayMs > this.#billing.service.platform.clock.now().getTime()
    );
  }

  /** Retries a request while the server fails, as a client does. */
  async #retry<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
    for (let attempts = 0; attempts < 50; attempts += 1) {
      const response = await call();
      if (response.status < 500) return response;
    }
    throw new Error('The request still failed after 50 attempts.');
  }

  async #send({ _id, type, objectId }: EventRow): Promise<boolean> {
    const raw = JSON.stringify({ id: _id, type, objectId });
    const { status } = await fetch(`${this.#billing.service.url}${billingWebhook.path}`, {
      method: 'POST',
      body: raw,
      headers: { 'content-type': 'application/json', 'inkbear-signature': signEvent(Buffer.from(raw), webhookSecret) },
    });
    return status === 200;
  }

  get #events() {
    return this.#billing.service.platform.connection.collection<EventRow>('sandbox_events');
  }
}

interface EventRow {
  _id: string;
  type: string;
  objectId: string;
  deliveredAt: Date | null;
}
