import type { PurchaseEffect } from '@inkbear/contracts/billing/purchase';
import { paymentSucceeded } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { aggregatePage } from '@inkbear/service-kit/list-page';
import { Renames } from '@inkbear/service-kit/mongo-renames';
import type { ClientSession, Connection } from 'mongoose';
import { disputableMs, type ProviderEvent, watchForever } from './payment-provider.ts';

/** What billing knows about one object at the payment provider. */
interface TrackedObject {
  _id: string;
  /** Null until the owner is known from the provider, and after the owner's erasure. */
  userId: string | null;
  /** The number of the last fetch that was started. */
  fetchSeq: number;
  /** The number of the newest fetch whose result was applied. */
  appliedSeq: number;
  /**
   * The data of the last `billing.subscription.changed` event, as JSON, so that unchanged data is not published again.
   */
  lastPublished: string | null;
  /** The reconciler compares the object until then. */
  watchUntil: Date;
  /** When the reconciler first found that nothing had been paid for the object. */
  idleSince?: Date;
}

/** The fields of tracked objects that are being renamed. */
export const trackedRenames = new Renames({ fetchSeq: 'looks', appliedSeq: 'applied', lastPublished: 'told' });

interface AppliedEventRow {
  _id: string;
  type: string;
  at: Date;
  expireAt: Date;
}

/**
 * What was published about one payment. Amounts are in minor units. Rows are kept after the erasure of their user:
 * without its row, a payment that is refunded later would be published as a new one. They contain no personal data but
 * the user's id, which then belongs to nobody.
 */
export interface RecordedPayment {
  /** The payment's id. */
  _id: string;
  userId: string;
  /** The subscription or one-off that was paid for. */
  objectId: string;
  amount: number;
  refunded: number;
  disputeLostAt: Date | null;
  /** What was bought, absent in rows that processes of earlier releases wrote and in those of erased users. */
  bought?: BoughtPlan;
}

export interface BoughtPlan {
  plan: PurchaseEffect['plan'];
  currency: string;
  paidAt: Date;
  /** What the payment changed when it was applied; null when an earlier release applied it. */
  effect: PurchaseEffect | null;
}
export type PurchaseRow = RecordedPayment & { bought: BoughtPlan };

/** How long ids of applied events are kept. Stripe lists events for half as long, and redelivers them within days. */
const eventRetentionMs = 60 * 86_400_000;

/** What billing has recorded about the provider's objects: their fetches, applied events, and published payments. */
export class ProviderObjectRepository {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Tracks an object from its creation on, because its payment's event may get lost. */
  async watch(id: string, userId: string): Promise<void> {
    const tracked = { fetchSeq: 0, appliedSeq: 0, lastPublished: null };
    await this.#objects.updateOne(
      { _id: id },
      { $setOnInsert: { userId, ...trackedRenames.withBothNames(tracked), watchUntil: watchForever } },
      { upsert: true },
    );
  }

  /**
   * The number of a new fetch. Call this before the provider is asked, so that the fetched state is at least as new as
   * every event received before.
   */
  async nextFetchSeq(id: string): Promise<number> {
    const [fetchSeq, appliedSeq] = [trackedRenames.storedName('fetchSeq'), trackedRenames.storedName('appliedSeq')];
    const lastPublished = trackedRenames.storedName('lastPublished');
    const next = {
      [fetchSeq]: { $add: [{ $ifNull: [`$${fetchSeq}`, 0] }, 1] },
      [appliedSeq]: { $ifNull: [`$${appliedSeq}`, 0] },
      [lastPublished]: { $ifNull: [`$${lastPublished}`, null] },
      userId: { $ifNull: ['$userId', null] },
      watchUntil: { $ifNull: ['$watchUntil', watchForever] },
    };
    const pipeline = [{ $set: next }, trackedRenames.copyToNewNamesStage];
    const row = await this.#objects.findOneAndUpdate({ _id: id }, pipeline, {
      upsert: true,
      returnDocument: 'after',
    });
    return row ? trackedRenames.read<TrackedObject>(row).fetchSeq : 1;
  }

  /** Marks a fetch as applied and returns the tracked object; null when a newer fetch was applied already. */
  async applyIfNewer(id: string, fetchSeq: number, session: ClientSession): Promise<TrackedObject | null> {
    const row = await this.#objects.findOneAndUpdate(
      { _id: id, [trackedRenames.storedName('appliedSeq')]: { $lt: fetchSeq } },
      { $set: trackedRenames.withBothNames({ appliedSeq: fetchSeq }) },
      { session, returnDocument: 'after' },
    );
    return row && trackedRenames.read<TrackedObject>(row);
  }

  async save(
    { _id, ...fields }: Pick<TrackedObject, '_id' | 'userId' | 'lastPublished' | 'watchUntil'>,
    session: ClientSession,
  ): Promise<void> {
    await this.#objects.updateOne({ _id }, { $set: trackedRenames.withBothNames(fields) }, { session });
  }

  async delete(id: string, session?: ClientSession): Promise<void> {
    await this.#objects.deleteOne({ _id: id }, session ? { session } : {});
  }

  /** Deletes an object that the provider does not know, unless billing knows its owner. */
  async deleteUnknown(id: string): Promise<void> {
    await this.#objects.deleteOne({ _id: id, userId: null });
  }

  /** Marks an unpaid object as idle. Returns since when it has been idle; null when it is not tracked. */
  async markIdle(id: string, now: Date): Promise<Date | null> {
    const row = await this.#objects.findOneAndUpdate(
      { _id: id },
      [{ $set: { idleSince: { $ifNull: ['$idleSince', now] } } }],
      { returnDocument: 'after' },
    );
    return row?.idleSince ?? null;
  }

  async stopWatching(id: string, now: Date): Promise<void> {
    await this.#objects.updateOne({ _id: id }, { $set: { watchUntil: now } });
  }

  async *listWatched(now: Date): AsyncIterable<string> {
    for await (const { _id } of this.#objects.find({ watchUntil: { $gte: now } }, { projection: { _id: 1 } }))
      yield _id;
  }

  async isEventApplied(id: string): Promise<boolean> {
    return (await this.#events.findOne({ _id: id }, { projection: { _id: 1 } })) !== null;
  }

  /** Throws a duplicate key error when the event was applied before. */
  async insertAppliedEvent({ id, type }: Pick<ProviderEvent, 'id' | 'type'>, session: ClientSession): Promise<void> {
    const expireAt = new Date(Date.now() + eventRetentionMs);
    await this.#events.insertOne({ _id: id, type, at: new Date(), expireAt }, { session });
  }

  async listPayments(objectId: string, session?: ClientSession): Promise<RecordedPayment[]> {
    return await this.#payments.find({ objectId }, session ? { session } : {}).toArray();
  }

  /** A page of the payments of a user, newest first. */
  async listPurchases(
    userId: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ rows: PurchaseRow[]; next: string | null }> {
    const ofUser = { $match: { userId, 'bought.paidAt': { $exists: true } } };
    const payments = this.#connection.collection('payments');
    return await aggregatePage<PurchaseRow>(payments, { ...page, sort: '-bought.paidAt' }, [ofUser]);
  }

  async savePayment({ _id, ...payment }: RecordedPayment, session: ClientSession): Promise<void> {
    await this.#payments.replaceOne({ _id }, payment, { session, upsert: true });
  }

  /**
   * Removes the user from the tracked objects, and the cards from the payments in the outbox. The objects stay watched
   * while their payments can be refunded or charged back, because the events of these may get lost.
   */
  async erase(userId: string): Promise<void> {
    const lastDisputableAt = new Date(this.#clock.now().getTime() + disputableMs);
    await this.#objects.updateMany(
      { userId },
      {
        $set: { userId: null, ...trackedRenames.withBothNames({ lastPublished: null }) },
        $min: { watchUntil: lastDisputableAt },
      },
    );
    await this.#connection
      .collection('outbox')
      .updateMany({ type: paymentSucceeded.type, 'data.userId': userId }, { $set: { 'data.cardFingerprint': null } });
  }

  get #objects() {
    return this.#connection.collection<TrackedObject>('provider_objects');
  }
  get #events() {
    return this.#connection.collection<AppliedEventRow>('provider_events');
  }
  get #payments() {
    return this.#connection.collection<RecordedPayment>('payments');
  }
}
