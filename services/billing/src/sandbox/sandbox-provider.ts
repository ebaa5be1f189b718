import { randomBytes } from 'node:crypto';
import type { Batch, Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import {
  type StartedPayment,
  isPayable,
  type Order,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderObject,
} from '../provider/payment-provider.ts';
import { cardBehaviour, cardFingerprint } from './cards.ts';
import { verifyEvent } from './sandbox-event.ts';
import {
  advanceSubscription,
  endSubscription,
  pay,
  type SandboxObject,
  type SandboxSubscription,
} from './sandbox-object.ts';
import type { SandboxObjectRepository } from './sandbox-object.repository.ts';

export interface Confirmation {
  status: 'succeeded' | 'requires_action' | 'declined';
  message: string;
}
interface CardPayment {
  userId: string;
  clientSecret: string;
  cardNumber: string;
  /** Whether the user has confirmed the payment at their bank. */
  isAuthenticated: boolean;
}
interface Deps {
  objects: SandboxObjectRepository;
  clock: Clock;
  newId: NewId;
  batches: Batches;
  secret: string;
  publicUrl: string;
}

/**
 * A payment provider with test money, for machines without Stripe keys. Like a real provider it stores its own objects
 * and creates events, but never changes plans.
 */
export class SandboxProvider implements PaymentProvider {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async start({ kind, userId, idempotencyKey, total, price, currency }: Order): Promise<StartedPayment> {
    const { objects, clock, newId } = this.#deps;
    const fresh = {
      _id: newId(),
      userId,
      beganBy: idempotencyKey,
      version: 1,
      clientSecret: `sandbox_${randomBytes(18).toString('base64url')}`,
      total,
      currency,
      card: null,
      cardFingerprint: null,
      createdAt: clock.now(),
      charges: [],
    };
    const object: SandboxObject =
      kind === 'payment'
        ? { ...fresh, kind, status: 'requires_payment' }
        : {
            ...fresh,
            kind,
            status: 'incomplete',
            amount: price,
            startedAt: null,
            periodStart: null,
            periodEnd: null,
            cancelAtPeriodEnd: false,
            endedAt: null,
            endReason: null,
          };
    try {
      await objects.insert(object);
      return { id: object._id, clientSecret: object.clientSecret };
    } catch (error) {
      const existing = isDuplicateKey(error) ? await objects.findByIdempotencyKey(userId, idempotencyKey) : null;
      if (existing) return { id: existing._id, clientSecret: existing.clientSecret };
      throw error;
    }
  }

  async resume(id: string): Promise<string | null> {
    const object = await this.#deps.objects.find(id);
    return object && isPayable(object) ? object.clientSecret : null;
  }

  async cancelUnpaid(id: string): Promise<boolean> {
    const { objects, clock } = this.#deps;
    // “abandoned” is the stored name of the event.
    await objects.change(id, 'object.abandoned', (object) => {
      if (!isPayable(object)) return null;
      return object.kind === 'subscription'
        ? endSubscription(object, clock.now(), 'cancelled')
        : { ...object, version: object.version + 1, status: 'canceled' };
    });
    const object = await objects.find(id);
    return !object || object.charges.length === 0;
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.#deps.objects.change(subscriptionId, 'subscription.updated', (object) =>
      object.kind === 'subscription' && object.status !== 'canceled' && !object.cancelAtPeriodEnd
        ? { ...object, version: object.version + 1, cancelAtPeriodEnd: true }
        : null,
    );
  }

  async undoCancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.#deps.objects.change(subscriptionId, 'subscription.updated', (object) =>
      object.kind === 'subscription' && object.status !== 'canceled' && object.cancelAtPeriodEnd
        ? { ...object, version: object.version + 1, cancelAtPeriodEnd: false }
        : null,
    );
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await this.#deps.objects.change(subscriptionId, 'subscription.canceled', (object) =>
      object.kind === 'subscription' && object.status !== 'canceled'
        ? endSubscription(object, this.#deps.clock.now(), 'cancelled')
        : null,
    );
  }

  /** A page of Inkbear itself, because the sandbox has no portal. */
  async portalUrl(userId: string): Promise<string | null> {
    return (await this.#deps.objects.hasUser(userId))
      ? new URL('/dashboard?billing=portal', this.#deps.publicUrl).href
      : null;
  }

  async eraseUser(userId: string): Promise<void> {
    await this.#deps.objects.erase(userId);
  }

  async findObject(id: string): Promise<ProviderObject | null> {
    const stored = await this.#deps.objects.find(id);
    return stored && toProviderObject(stored);
  }

  listIds(since: Date): AsyncIterable<string> {
    return this.#deps.objects.listIds(since);
  }

  readEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent | null> {
    return Promise.resolve(verifyEvent(raw, signature, this.#deps.secret));
  }

  /**
   * Pays with a test card, as the user's browser would do at a real provider. Throws 404 `billing.payment_not_found`
   * for another user's client secret.
   */
  async confirm({ userId, clientSecret, cardNumber, isAuthenticated }: CardPayment): Promise<Confirmation> {
    const { objects, clock } = this.#deps;
    const object = await objects.findBySecret(clientSecret);
    if (!object || object.userId !== userId || object.status === 'canceled')
      throw new ProblemError('billing.payment_not_found');
    if (!isPayable(object)) return { status: 'succeeded', message: 'Payment Successful' };
    const card = cardBehaviour(cardNumber);
    if (card === null) return { status: 'declined', message: 'This is not a test card. Try 4242 4242 4242 4242.' };
    if (card === 'declines') return { status: 'declined', message: 'Your card was declined.' };
    if (card === 'asks' && !isAuthenticated)
      return { status: 'requires_action', message: 'Please confirm this payment with your bank.' };
    const type = object.kind === 'payment' ? 'payment.succeeded' : 'subscription.activated';
    const paid = await objects.change(object._id, type, (stored) =>
      isPayable(stored) ? pay(stored, card, cardFingerprint(cardNumber, userId), clock.now()) : null,
    );
    if (paid?.status === 'canceled') throw new ProblemError('billing.payment_not_found');
    return { status: 'succeeded', message: 'Payment Successful' };
  }

  /** Applies all due steps of every subscription whose period is over. A subscription that fails blocks no other. */
  async advanceDueSubscriptions(): Promise<void> {
    await this.#deps.batches.run(this.#dueSubscriptions);
  }

  /** Whether `advanceDueSubscriptions` has anything to do. */
  async hasDueSubscriptions(): Promise<boolean> {
    return await this.#deps.batches.hasWork(this.#dueSubscriptions);
  }

  get #dueSubscriptions(): Batch<SandboxSubscription> {
    const { objects, clock } = this.#deps;
    return {
      // The log has this batch name, so it was not renamed with the getter.
      name: 'advance-sandbox-subscriptions',
      list: (limit) => objects.listDue(clock.now(), limit),
      idOf: ({ _id }) => _id,
      work: (due) => this.#advance(due),
    };
  }

  async #advance({ _id }: SandboxSubscription): Promise<void> {
    const { objects, clock } = this.#deps;
    for (;;) {
      const stored = await objects.find(_id);
      if (stored?.kind !== 'subscription') return;
      const step = advanceSubscription(stored, clock.now());
      if (!step) return;
      await objects.change(_id, step.event, ({ version }) => (version === stored.version ? step.object : null));
    }
  }
}

function toProviderObject(stored: SandboxObject): ProviderObject {
  const { _id: id, userId, currency, charges } = stored;
  const base = { id, userId, currency, charges };
  if (stored.kind === 'payment') return { ...base, kind: 'payment', status: stored.status };
  const { status, amount, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, endedAt, endReason } = stored;
  return {
    ...base,
    kind: 'subscription',
    status,
    amount,
    startedAt,
    periodStart,
    periodEnd,
    cancelAtPeriodEnd,
    endedAt,
    endReason,
  };
}
