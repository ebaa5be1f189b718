import type { Logger } from '@inkbear/service-kit/logger';
import type { Connection } from 'mongoose';
import { signEvent } from './sandbox-event.ts';

export interface SandboxEventRow {
  _id: string;
  type: string;
  objectId: string;
  deliveredAt: Date | null;
}

/** Sends the sandbox's events, signed, through the very path that a provider's webhook takes; what fails is sent again. */
export class SandboxDelivery {
  readonly #connection: Connection;
  readonly #secret: string;
  readonly #receive: (raw: Buffer, signature: string) => Promise<void>;
  readonly #logger: Logger;

  constructor(options: { connection: Connection; secret: string; receive: (raw: Buffer, signature: string) => Promise<void>; logger: Logger }) {
    this.#connection = options.connection;
    this.#secret = options.secret;
    this.#receive = options.receive;
    this.#logger = options.logger;
  }

  async deliverAll(): Promise<void> {
    const events = this.#connection.collection<SandboxEventRow>('sandbox_events');
    for (const row of await events.find({ deliveredAt: null }).sort({ _id: 1 }).limit(500).toArray()) {
      const raw = Buffer.from(JSON.stringify({ id: row._id, type: row.type, objectId: row.objectId }));
      try {
        await this.#receive(raw, signEvent(raw, this.#secret));
        await events.updateOne({ _id: row._id }, { $set: { deliveredAt: new Date() } });
      } catch (err) {
        this.#logger.warn({ err, eventId: row._id }, 'sandbox event will be sent again');
      }
    }
  }
}
