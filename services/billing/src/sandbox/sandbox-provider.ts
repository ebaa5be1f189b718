import { createHash, randomBytes } from 'node:crypto';
import { currency, plans } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import { inTransaction, isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Connection } from 'mongoose';
import type { Begun, PaymentProvider, ProviderEvent, ProviderObject } from '../provider/payment-provider.ts';
import { cardBehaviour } from './cards.ts';
import { verifyEvent } from './sandbox-event.ts';
import { end, passTime, pay, type SandboxObject, type SandboxPayment, type SandboxSubscription } from './sandbox-object.ts';

export interface SandboxEventRow extends Omit<ProviderEvent, 'id'> {
  _id: string;
  deliveredAt: Date | null;
}
export interface Confirmation {
  status: 'succeeded' | 'requires_action' | 'declined';
  message: string;
}
interface Deps {
  connection: Connection;
  clock: Clock;
  newId: NewId;
  secret: string;
}

/** Plays the payment provider on a machine without keys: keeps its own objects and makes signed events, but never touches plans. */
export class SandboxProvider implements PaymentProvider {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async beginSubscription(userId: string, key: string): Promise<Begun> {
    const { _id, clientSecret } = await this.#begin<SandboxSubscription>({
      ...this.#fresh(userId, key, plans.pro_monthly.price), kind: 'subscription', status: 'incomplete', openKind: 'subscription', startedAt: null, periodStart: null, periodEnd: null, cancelAtPeriodEnd: false, endedAt: null,
    });
    return { id: _id, clientSecret, total: plans.pro_monthly.price, discount: 0 };
  }

  async beginPayment(userId: string, key: string): Promise<Begun> {
    const { _id, clientSecret } = await this.#begin<SandboxPayment>({ ...this.#fresh(userId, key, plans.pro_oneoff.price), kind: 'payment', status: 'requires_payment', openKind: 'payment', paidAt: null });
    return { id: _id, clientSecret, total: plans.pro_oneoff.price, discount: 0 };
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.#change(subscriptionId, 'subscription.updated', (object) => (object.kind === 'subscription' && object.status !== 'canceled' ? { ...object, version: object.version + 1, cancelAtPeriodEnd: true } : null));
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await this.#change(subscriptionId, 'subscription.canceled', (object) => (object.kind === 'subscription' && object.status !== 'canceled' ? end(object, this.#deps.clock.now()) : null));
  }

  async forgetUser(userId: string): Promise<void> {
    for (const { _id } of await this.#objects.find({ userId }, { projection: { _id: 1 } }).toArray()) {
      await this.#events.deleteMany({ objectId: _id });
      await this.#objects.deleteOne({ _id });
    }
  }

  async findObject(id: string): Promise<ProviderObject | null> {
    const stored = await this.#objects.findOne({ _id: id });
    if (!stored) return null;
    const { _id, clientSecret: _secret, card: _card, createdAt: _createdAt, openKind: _open, beganBy: _beganBy, ...object } = stored;
    return { ...object, id: _id };
  }

  verifyEvent(raw: Buffer, signature: string | undefined): ProviderEvent | null {
    return verifyEvent(raw, signature, this.#deps.secret);
  }

  /** Pays with a test card, as the author's browser asks the provider to. Someone else's secret is 404. */
  async confirm(userId: string, clientSecret: string, cardNumber: string, authenticated: boolean): Promise<Confirmation> {
    const object = await this.#objects.findOne({ clientSecret });
    if (!object || object.userId !== userId || object.status === 'canceled' || object.status === 'refunded') throw new ProblemError('billing.payment_not_found');
    if (object.status !== 'incomplete' && object.status !== 'requires_payment') return { status: 'succeeded', message: 'Payment Successful' };
    const card = cardBehaviour(cardNumber);
    if (card === null) return { status: 'declined', message: 'This is not a test card. Try 4242 4242 4242 4242.' };
    if (card === 'declines') return { status: 'declined', message: 'Your card was declined.' };
    if (card === 'asks' && !authenticated) return { status: 'requires_action', message: 'Your bank asks you to confirm this payment.' };
    const fingerprint = createHash('sha256').update(cardNumber.replaceAll(/\D/g, '')).digest('hex').slice(0, 16);
    const type = object.kind === 'payment' ? 'payment.succeeded' : 'subscription.activated';
    await this.#change(object._id, type, (stored) => (stored.status === 'incomplete' || stored.status === 'requires_payment' ? closed(pay(stored, card, fingerprint, this.#deps.clock.now())) : null));
    return { status: 'succeeded', message: 'Payment Successful' };
  }

  /** Renews, fails or ends every subscription whose time has come, one step after the other. */
  async passTime(): Promise<void> {
    for (;;) {
      const now = this.#deps.clock.now();
      const due = (await this.#objects.find({ kind: 'subscription', status: { $in: ['active', 'past_due'] }, periodEnd: { $lte: now } }).limit(500).toArray()) as SandboxSubscription[];
      const steps = due.flatMap((object) => passTime(object, now) ?? []);
      if (steps.length === 0) return;
      for (const { object, event } of steps) await this.#change(object._id, event, (stored) => (stored.version === object.version - 1 ? object : null));
    }
  }

  #fresh(userId: string, beganBy: string, amount: number) {
    return { _id: this.#deps.newId(), userId, beganBy, version: 1, clientSecret: `sandbox_${randomBytes(18).toString('base64url')}`, amount, currency, card: null, cardFingerprint: null, createdAt: this.#deps.clock.now() };
  }

  /** The unique indexes let one object exist for a call's key, and one open object of a kind for a user; a second call gets the first one. */
  async #begin<T extends SandboxObject>(object: T): Promise<SandboxObject> {
    const { userId, kind } = object;
    try {
      const found = (await this.#objects.findOne({ userId, kind, beganBy: object.beganBy as string })) ?? (await this.#objects.findOne({ userId, openKind: object.openKind as string }));
      if (found) return found;
      await this.#objects.insertOne(object);
      return object;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return await this.#begin(object);
    }
  }

  /** Writes the object's new state and its event together. */
  async #change(id: string, type: string, decide: (object: SandboxObject) => SandboxObject | null): Promise<void> {
    await inTransaction(this.#deps.connection, async (session: ClientSession) => {
      const stored = await this.#objects.findOne({ _id: id }, { session });
      const decided = stored && decide(stored);
      if (!decided) return;
      await this.#objects.replaceOne({ _id: id }, decided, { session });
      await this.#events.insertOne({ _id: this.#deps.newId(), type, objectId: id, deliveredAt: null }, { session });
    });
  }

  get #objects() {
    return this.#deps.connection.collection<SandboxObject>('sandbox_objects');
  }
  get #events() {
    return this.#deps.connection.collection<SandboxEventRow>('sandbox_events');
  }
}

/** A paid one-off no longer blocks the next; a running subscription does until it ends. */
function closed(object: SandboxObject): SandboxObject {
  if (object.kind === 'subscription') return object;
  const { openKind: _open, ...rest } = object;
  return rest;
}
