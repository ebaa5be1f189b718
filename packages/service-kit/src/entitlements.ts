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
 * What this service knows of people's plans, learnt by events. It may say yes; before a no it asks billing, because an event
 * may still be on its way.
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

  /** The projection's own word, as of now; free when nothing is known. */
  async find(userId: string, session?: ClientSession): Promise<Entitlement> {
    const row = await this.#rows.findOne({ _id: userId }, session ? { session } : {});
    return entitlementAt(row ? withoutKeys(row) : freeEntitlement(userId), this.#clock.now());
  }

  /** The first entitlement that `allows`: the projection's, else billing's own word. Throws `refusal` when both say no or billing does not answer. */
  async require(
    userId: string,
    allows: (entitlement: Entitlement) => boolean,
    refusal: ProblemError,
  ): Promise<Entitlement> {
    const known = await this.find(userId);
    if (allows(known)) return known;
    const owners = await this.askOwner(userId);
    if (owners && allows(owners)) return owners;
    throw refusal;
  }

  /** Billing's own word, or null when it does not answer within 300 ms. */
  async askOwner(userId: string): Promise<Entitlement | null> {
    try {
      return entitlementAt(await this.#peers.call(getEntitlement, { params: { id: userId } }), this.#clock.now());
    } catch (err) {
      if (!(err instanceof ProblemError)) throw err;
      this.#logger.warn({ err }, 'billing did not answer, the projection stands');
      return null;
    }
  }

  /** Keeps the projection; what is not newer than what is stored changes nothing. */
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

function withoutKeys({ _id, seq: _seq, ...entitlement }: Row): Entitlement {
  return { ...entitlement, userId: _id };
}
