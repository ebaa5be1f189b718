import type { EventKind } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from './mongo.ts';
import type { Outbox, Transaction } from './outbox.ts';

/** Only progress may be forgotten: a fact or a state can be published again after any time. */
const progressKeptMs = 90 * 86_400_000;

/** Remembers which events a consumer has taken in, in the same transaction as their effect. */
export class Inbox {
  readonly #connection: Connection;
  readonly #outbox: Outbox;

  constructor(connection: Connection, outbox: Outbox) {
    this.#connection = connection;
    this.#outbox = outbox;
  }

  /** Runs `effect` unless this consumer already took this event, or another one with its natural key, in. Returns whether it ran. */
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
          { _id, at, ...(event.kind === 'progress' ? { forgetAt: new Date(at.getTime() + progressKeptMs) } : {}) },
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
