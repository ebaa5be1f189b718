import { randomBytes } from 'node:crypto';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import {
  type Begun,
  isPayable,
  type Order,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderObject,
} from '../provider/payment-provider.ts';
import { cardBehaviour, cardFingerprint } from './cards.ts';
import { verifyEvent } from './sandbox-event.ts';
import { end, passTime, pay, type SandboxObject } from './sandbox-object.ts';
import type { SandboxStore } from './sandbox-store.ts';

export interface Confirmation {
  status: 'succeeded' | 'requires_action' | 'declined';
  message: string;
}
interface Deps {
  store: SandboxStore;
  clock: Clock;
  newId: NewId;
  secret: string;
  publicUrl: string;
}

/** Plays the payment provider on a machine without keys: keeps its own objects and makes signed events, but never touches plans. */
export class SandboxProvider implements PaymentProvider {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async begin({ kind, userId, key, total, price, currency }: Order): Promise<Begun> {
    const { store, clock, newId } = this.#deps;
    const fresh = {
      _id: newId(),
      userId,
      beganBy: key,
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
      await store.insert(object);
      return { id: object._id, clientSecret: object.clientSecret };
    } catch (error) {
      const begun = isDuplicateKey(error) ? await store.findByKey(userId, key) : null;
      if (begun) return { id: begun._id, clientSecret: begun.clientSecret };
      throw error;
    }
  }

  async resume(id: string): Promise<string | null> {
    const object = await this.#deps.store.find(id);
    return object && isPayable(object) ? object.clientSecret : null;
  }

  async abandon(id: string): Promise<boolean> {
    const { store, clock } = this.#deps;
    await store.change(id, 'object.abandoned', (object) => {
      if (!isPayable(object)) return null;
      return object.kind === 'subscription'
        ? end(object, clock.now(), 'cancelled')
        : { ...object, version: object.version + 1, status: 'canceled' };
    });
    const object = await store.find(id);
    return !object || object.charges.length === 0;
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.#deps.store.change(subscriptionId, 'subscription.updated', (object) =>
      object.kind === 'subscription' && object.status !== 'canceled' && !object.cancelAtPeriodEnd
        ? { ...object, version: object.version + 1, cancelAtPeriodEnd: true }
        : null,
    );
  }

  async keepRenewing(subscriptionId: string): Promise<void> {
    await this.#deps.store.change(subscriptionId, 'subscription.updated', (object) =>
      object.kind === 'subscription' && object.status !== 'canceled' && object.cancelAtPeriodEnd
        ? { ...object, version: object.version + 1, cancelAtPeriodEnd: false }
        : null,
    );
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await this.#deps.store.change(subscriptionId, 'subscription.canceled', (object) =>
      object.kind === 'subscription' && object.status !== 'canceled'
        ? end(object, this.#deps.clock.now(), 'cancelled')
        : null,
    );
  }

  /** A page of ours: the sandbox has none. */
  async portalUrl(userId: string): Promise<string | null> {
    return (await this.#deps.store.knows(userId))
      ? new URL('/dashboard?billing=portal', this.#deps.publicUrl).href
      : null;
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#deps.store.erase(userId);
  }

  async findObject(id: string): Promise<ProviderObject | null> {
    const stored = await this.#deps.store.find(id);
    return stored && toProviderObject(stored);
  }

  listIds(since: Date): AsyncIterable<string> {
    return this.#deps.store.listIds(since);
  }

  readEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent | null> {
    return Promise.resolve(verifyEvent(raw, signature, this.#deps.secret));
  }

  /** Pays with a test card, as the author's browser asks the provider to. Someone else's secret is 404. */
  async confirm(
    userId: string,
    clientSecret: string,
    cardNumber: string,
    authenticated: boolean,
  ): Promise<Confirmation> {
    const { store, clock } = this.#deps;
    const object = await store.findBySecret(clientSecret);
    if (!object || object.userId !== userId || object.status === 'canceled')
      throw new ProblemError('billing.payment_not_found');
    if (!isPayable(object)) return { status: 'succeeded', message: 'Payment Successful' };
    const card = cardBehaviour(cardNumber);
    if (card === null) return { status: 'declined', message: 'This is not a test card. Try 4242 4242 4242 4242.' };
    if (card === 'declines') return { status: 'declined', message: 'Your card was declined.' };
    if (card === 'asks' && !authenticated)
      return { status: 'requires_action', message: 'Your bank asks you to confirm this payment.' };
    const type = object.kind === 'payment' ? 'payment.succeeded' : 'subscription.activated';
    const paid = await store.change(object._id, type, (stored) =>
      isPayable(stored) ? pay(stored, card, cardFingerprint(cardNumber, userId), clock.now()) : null,
    );
    if (paid?.status === 'canceled') throw new ProblemError('billing.payment_not_found');
    return { status: 'succeeded', message: 'Payment Successful' };
  }

  /** Renews, fails or ends every subscription whose time has come, one step after the other. */
  async passTime(): Promise<void> {
    const { store, clock } = this.#deps;
    for (let stepped = true; stepped;) {
      stepped = false;
      for await (const due of store.listDue(clock.now())) {
        const step = passTime(due, clock.now());
        if (!step) continue;
        stepped = true;
        await store.change(due._id, step.event, (stored) => (stored.version === due.version ? step.object : null));
      }
    }
  }
}

function toProviderObject(stored: SandboxObject): ProviderObject {
  const { _id: id, userId, currency, charges } = stored;
  const held = { id, userId, currency, charges };
  if (stored.kind === 'payment') return { ...held, kind: 'payment', status: stored.status };
  const { status, amount, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, endedAt, endReason } = stored;
  return {
    ...held,
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
