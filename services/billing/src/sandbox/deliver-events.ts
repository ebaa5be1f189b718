import type { Batches } from '@inkbear/service-kit/batches';
import type { Connection } from 'mongoose';
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
  readonly receive: (raw: Buffer, signature: string) => Promise<void>;
  readonly batches: Batches;
}

/** Sends the sandbox's events, signed, through the very path that a provider's webhook takes; what fails is retried. */
export class SandboxDelivery {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async hasUndelivered(): Promise<boolean> {
    return (await this.#events.findOne({ deliveredAt: null }, { projection: { _id: 1 } })) !== null;
  }

  async deliverAll(): Promise<void> {
    await this.#deps.batches.run({
      name: 'deliver-sandbox-events',
      list: (limit) => this.#events.find({ deliveredAt: null }).sort({ _id: 1 }).limit(limit).toArray(),
      idOf: ({ _id }) => _id,
      work: (row) => this.#deliver(row),
    });
  }

  async #deliver({ _id, type, objectId }: SandboxEventRow): Promise<void> {
    const raw = Buffer.from(JSON.stringify({ id: _id, type, objectId }));
    await this.#deps.receive(raw, signEvent(raw, this.#deps.secret));
    await this.#events.updateOne({ _id }, { $set: { deliveredAt: new Date() } });
  }

  get #events() {
    return this.#deps.connection.collection<SandboxEventRow>('sandbox_events');
  }
}
