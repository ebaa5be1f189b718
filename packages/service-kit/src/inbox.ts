import type { EventKind } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from './mongo.ts';
import type { Outbox, Transaction } from './outbox.ts';

/** Only `progress` rows expire: a fact or a state can be published again at any later time. */
const progressRetentionMs = 90 * 86_400_000;

/** Deduplicates events: records each handled event in the same transaction as its effect. */
export class Inbox {
  readonly #connection: Connection;
  readonly #outbox: Outbox;

  constructor(connection: Connection, outbox: Outbox) {
    this.#connection = connection;
    this.#outbox = outbox;
  }

  /**
   * Runs `effect` unless this consumer has already handled this event, or one with the same natural key. Returns
   * whether it ran.
   */
  async once(
    consumer: string,
    event: { id: string; kind: EventKind },
    effect: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    const _id = `${consumer}:${event.id}`;
    const rows = this.#connection.collection<{ _id: string; at: Date; forgetAt?: Date }>('inbox');
    if (await rows.findOne({ _id })) return false;
    try {
      await this.#outbox.run(async (transaction) => {
        const at = new Date();
        await rows.insertOne(
          { _id, at, ...(event.kind === 'progress' ? { forgetAt: new Date(at.getTime() + progressRetentionMs) } : {}) },
          { session: transaction.session },
        );
        await effect(transaction);
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error) && (await rows.findOne({ _id }))) return false;
      throw error;
    }
  }
}
