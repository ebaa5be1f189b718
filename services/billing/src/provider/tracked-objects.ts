import type { ClientSession, Connection } from 'mongoose';
import { isFullyReturned, type ProviderObject } from './payment-provider.ts';

const dayMs = 86_400_000;
/** Cards can be charged back this long after a payment. */
const disputableMs = 120 * dayMs;
const always = new Date('9999-01-01T00:00:00.000Z');

/** What billing knows of one object at the provider. */
export interface TrackedObject {
  _id: string;
  /** Null until the provider has said whose it is. */
  userId: string | null;
  /** Counts the looks that were begun; a look whose result comes after that of a later one is thrown away. */
  looks: number;
  /** The latest look whose result was taken in. */
  applied: number;
  /** What `billing.subscription.changed` last said, so that it is told once. */
  told: string | null;
  /** Until when the reconciler compares it. */
  watchUntil: Date;
  /** When the reconciler first found that nothing was paid for it. */
  idleSince?: Date;
}

export class TrackedObjects {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What was begun is watched from then on: it may be paid without our hearing of it. */
  async watch(id: string, userId: string): Promise<void> {
    await this.#rows.updateOne(
      { _id: id },
      { $setOnInsert: { userId, looks: 0, applied: 0, told: null, watchUntil: always } },
      { upsert: true },
    );
  }

  /** Takes a number before the provider is asked: its answer is then at least as new as every event that came before. */
  async beginLook(id: string): Promise<number> {
    const row = await this.#rows.findOneAndUpdate(
      { _id: id },
      { $inc: { looks: 1 }, $setOnInsert: { userId: null, applied: 0, told: null, watchUntil: always } },
      { upsert: true, returnDocument: 'after' },
    );
    return row?.looks ?? 1;
  }

  /** The row if this look is still worth taking in, else null. */
  async takeIn(id: string, look: number, session: ClientSession): Promise<TrackedObject | null> {
    return await this.#rows.findOneAndUpdate(
      { _id: id, applied: { $lt: look } },
      { $set: { applied: look } },
      { session, returnDocument: 'after' },
    );
  }

  async save(
    id: string,
    change: Partial<Pick<TrackedObject, 'told' | 'watchUntil' | 'userId'>>,
    session: ClientSession,
  ): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $set: change }, { session });
  }

  async forget(id: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteOne({ _id: id }, { session });
  }

  /** What the provider does not know, and we never did, is not watched. */
  async dropUnknown(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id, userId: null });
  }

  /** Since when nothing was paid for it, now at the latest; null for what is not watched. */
  async idleSince(id: string, now: Date): Promise<Date | null> {
    const row = await this.#rows.findOneAndUpdate(
      { _id: id },
      [{ $set: { idleSince: { $ifNull: ['$idleSince', now] } } }],
      { returnDocument: 'after' },
    );
    return row?.idleSince ?? null;
  }

  async drop(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id });
  }

  async endWatch(id: string, now: Date): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $set: { watchUntil: now } });
  }

  async *listWatched(now: Date): AsyncIterable<string> {
    for await (const { _id } of this.#rows.find({ watchUntil: { $gte: now } }, { projection: { _id: 1 } })) yield _id;
  }

  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<TrackedObject>('provider_objects');
  }
}

/** What can still take money is watched always, anything else while its money can go back. */
export function watchUntil({ status, charges }: ProviderObject, now: Date): Date {
  if (status !== 'canceled' && status !== 'succeeded') return always;
  const disputable = charges
    .filter((charge) => !isFullyReturned(charge))
    .map(({ paidAt }) => paidAt.getTime() + disputableMs);
  return new Date(Math.max(now.getTime(), ...disputable));
}
