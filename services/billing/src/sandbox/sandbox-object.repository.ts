import type { NewId } from '@inkbear/service-kit/ids';
import { inTransaction } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import type { SandboxObject, SandboxSubscription } from './sandbox-object.ts';

export interface SandboxEventRow {
  _id: string;
  type: string;
  objectId: string;
  deliveredAt: Date | null;
}

/** Stores the sandbox's objects, and an event for each change of an object. */
export class SandboxObjectRepository {
  readonly #connection: Connection;
  readonly #newId: NewId;

  constructor(connection: Connection, newId: NewId) {
    this.#connection = connection;
    this.#newId = newId;
  }

  /** Throws a duplicate key error when the idempotency key was used before. */
  async insert(object: SandboxObject): Promise<void> {
    await this.#objects.insertOne(object);
  }

  async find(id: string): Promise<SandboxObject | null> {
    return await this.#objects.findOne({ _id: id });
  }

  async findByIdempotencyKey(userId: string, key: string): Promise<SandboxObject | null> {
    return await this.#objects.findOne({ userId, beganBy: key });
  }

  async findBySecret(clientSecret: string): Promise<SandboxObject | null> {
    return await this.#objects.findOne({ clientSecret });
  }

  async findByPayment(paymentId: string): Promise<SandboxObject | null> {
    return await this.#objects.findOne({ 'charges.paymentId': paymentId });
  }

  async hasUser(userId: string): Promise<boolean> {
    return (await this.#objects.findOne({ userId }, { projection: { _id: 1 } })) !== null;
  }

  /**
   * Writes an object's new state and an event in one transaction. Writes nothing when `decide` returns null. Returns
   * the resulting state; null when there is no such object.
   * @param type type of the event
   */
  async change(
    id: string,
    type: string,
    decide: (object: SandboxObject) => SandboxObject | null,
  ): Promise<SandboxObject | null> {
    return await inTransaction(this.#connection, (session) => this.changeIn(session, id, type, decide));
  }

  /** Like `change`, within a transaction. */
  async changeIn(
    session: ClientSession,
    id: string,
    type: string,
    decide: (object: SandboxObject) => SandboxObject | null,
  ): Promise<SandboxObject | null> {
    const stored = await this.#objects.findOne({ _id: id }, { session });
    const decided = stored && decide(stored);
    if (!decided) return stored;
    await this.#objects.replaceOne({ _id: id }, decided, { session });
    await this.#events.insertOne({ _id: this.#newId(), type, objectId: id, deliveredAt: null }, { session });
    return decided;
  }

  /** Running subscriptions whose period is over, longest waiting first. */
  async listDue(now: Date, limit: number): Promise<SandboxSubscription[]> {
    const due = this.#objects
      .find({ kind: 'subscription', status: { $in: ['active', 'past_due'] }, periodEnd: { $lte: now } })
      .sort({ periodEnd: 1 })
      .limit(limit);
    return (await due.toArray()) as SandboxSubscription[];
  }

  /** Ids of all running subscriptions, and of objects created since the given time. May repeat an id. */
  async *listIds(since: Date): AsyncIterable<string> {
    const idOnly = { projection: { _id: 1 } } as const;
    for await (const { _id } of this.#objects.find(
      { kind: 'subscription', status: { $in: ['active', 'past_due'] } },
      idOnly,
    ))
      yield _id;
    for await (const { _id } of this.#objects.find({ createdAt: { $gte: since } }, idOnly)) yield _id;
  }

  async hasUndelivered(): Promise<boolean> {
    return (await this.#events.findOne({ deliveredAt: null }, { projection: { _id: 1 } })) !== null;
  }

  /** Events that wait for their delivery, oldest first. */
  async listUndelivered(limit: number): Promise<SandboxEventRow[]> {
    return await this.#events.find({ deliveredAt: null }).sort({ _id: 1 }).limit(limit).toArray();
  }

  async markDelivered(eventId: string): Promise<void> {
    await this.#events.updateOne({ _id: eventId }, { $set: { deliveredAt: new Date() } });
  }

  async erase(userId: string): Promise<void> {
    for (const { _id } of await this.#objects.find({ userId }, { projection: { _id: 1 } }).toArray()) {
      await this.#events.deleteMany({ objectId: _id });
      await this.#objects.deleteOne({ _id });
    }
  }

  get #objects() {
    return this.#connection.collection<SandboxObject>('sandbox_objects');
  }
  get #events() {
    return this.#connection.collection<SandboxEventRow>('sandbox_events');
  }
}
