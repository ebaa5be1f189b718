import type { Batches } from '@inkbear/service-kit/batches';
import type { Connection } from 'mongoose';
import type { ReceiveEvent } from '../provider/apply-provider-event.ts';
import { signEvent } from './sandbox-event.ts';

export interface SandboxEventRow {
  _id: string;
  type: string;
  objectId: string;
  deliveredAt: Date | null;
}

interface Deps {
  readonly connection: Connection;
  readonly secret: string;
  readonly batches: Batches;
}

/** Signs the sandbox's events and delivers them through the code of the webhook. Failed deliveries are retried. */
export class DeliverSandboxEvents {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async hasWork(): Promise<boolean> {
    return (await this.#events.findOne({ deliveredAt: null }, { projection: { _id: 1 } })) !== null;
  }

  async run(receiveEvent: ReceiveEvent): Promise<void> {
    await this.#deps.batches.run({
      name: 'deliver-sandbox-events',
      list: (limit) => this.#events.find({ deliveredAt: null }).sort({ _id: 1 }).limit(limit).toArray(),
      idOf: ({ _id }) => _id,
      work: (row) => this.#deliver(row, receiveEvent),
    });
  }

  async #deliver({ _id, type, objectId }: SandboxEventRow, receiveEvent: ReceiveEvent): Promise<void> {
    const raw = Buffer.from(JSON.stringify({ id: _id, type, objectId }));
    await receiveEvent(raw, signEvent(raw, this.#deps.secret));
    await this.#events.updateOne({ _id }, { $set: { deliveredAt: new Date() } });
  }

  get #events() {
    return this.#deps.connection.collection<SandboxEventRow>('sandbox_events');
  }
}
