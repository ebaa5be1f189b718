import { getEntitlement } from '@inkbear/contracts/billing/billing';
import { entitlementChanged } from '@inkbear/contracts/events';
import { type Entitlement, entitlementAt, freeEntitlement } from '@inkbear/contracts/plans';
import type { ClientSession, Connection } from 'mongoose';
import type { Clock } from './clock.ts';
import { on, type Subscription } from './consumer.ts';
import type { Logger } from './logger.ts';
import type { Peers } from './peers.ts';
import { ProblemError } from './problem.ts';

interface Row extends Entitlement {
  _id: string;
  seq: number;
}

/**
 * A local projection of users' plans, fed by events. It is enough to grant access. Before a refusal, billing is asked,
 * because an event may not have arrived yet.
 */
export class Entitlements {
  readonly #connection: Connection;
  readonly #peers: Peers;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(options: { connection: Connection; peers: Peers; clock: Clock; logger: Logger }) {
    this.#connection = options.connection;
    this.#peers = options.peers;
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  /** The entitlement in the projection, as of now; the free plan when there is none. */
  async find(userId: string, session?: ClientSession): Promise<Entitlement> {
    const row = await this.#rows.findOne({ _id: userId }, session ? { session } : {});
    return entitlementAt(row ? toEntitlement(row) : freeEntitlement(userId), this.#clock.now());
  }

  /**
   * Returns the first entitlement that `allows` accepts: the projection's, else billing's. Throws `refusal` when
   * neither is accepted or billing does not answer.
   */
  async require(
    userId: string,
    allows: (entitlement: Entitlement) => boolean,
    refusal: ProblemError,
  ): Promise<Entitlement> {
    const projected = await this.find(userId);
    if (allows(projected)) return projected;
    const current = await this.fetchFromBilling(userId);
    if (current && allows(current)) return current;
    throw refusal;
  }

  /** Billing's current entitlement, or null when it does not answer within 300 ms. */
  async fetchFromBilling(userId: string): Promise<Entitlement | null> {
    try {
      return entitlementAt(await this.#peers.call(getEntitlement, { params: { id: userId } }), this.#clock.now());
    } catch (err) {
      if (!(err instanceof ProblemError)) throw err;
      this.#logger.warn({ err }, 'billing_unavailable');
      return null;
    }
  }

  /** Updates the projection, unless the stored `seq` is the same or newer. */
  async apply(entitlement: Entitlement, seq: number, session: ClientSession): Promise<void> {
    const _id = entitlement.userId;
    const stored = await this.#rows.findOne({ _id }, { session });
    if (stored && stored.seq >= seq) return;
    await this.#rows.replaceOne({ _id }, { ...entitlement, seq }, { session, upsert: true });
  }

  readonly subscription: Subscription = on(entitlementChanged, (event, { session }) =>
    this.apply(event.data, event.seq, session),
  );

  get #rows() {
    return this.#connection.collection<Row>('entitlements');
  }
}

function toEntitlement({ _id, seq: _seq, ...entitlement }: Row): Entitlement {
  return { ...entitlement, userId: _id };
}
