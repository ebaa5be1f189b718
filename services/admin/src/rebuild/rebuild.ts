import type { EventEnvelope } from '@inkbear/contracts/events';
import { outboxPageSize, outboxRoutes } from '@inkbear/contracts/outbox';
import type { ServiceName } from '@inkbear/contracts/services';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { Logger } from '@inkbear/service-kit/logger';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { listOutbox } from '@inkbear/service-kit/outbox-route';
import type { Peers } from '@inkbear/service-kit/peers';
import type { Connection } from 'mongoose';
import type { Analytics } from '../analytics/analytics.repository.ts';
import { projecting, projectors } from '../projections/index.ts';
import type { UserList } from '../users/user-counts.ts';
import type { Rebuilds } from './rebuild.repository.ts';
import { sweep } from './sweep.ts';

interface Deps {
  connection: Connection;
  erasure: Erasure;
  peers: Peers;
  analytics: Analytics;
  userList: UserList;
  rebuilds: Rebuilds;
  clock: Clock;
  logger: Logger;
}

/** Events of one transaction: few, so that live consumers seldom wait. */
const together = 25;
const comparedMonths = 12;

/**
 * Makes the projections again from the outboxes while live consumers go on. Every event is taken in by the same projectors; then what
 * none of them touched goes. An event is in its outbox before anybody hears of it, so nothing that is swept can have been told.
 */
export class Rebuild {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async isRequested(): Promise<boolean> {
    const asked = await this.#deps.rebuilds.find();
    return Boolean(asked?.requestedAt) || asked?.isOutdated === true;
  }

  async runIfRequested(): Promise<void> {
    const asked = await this.#deps.rebuilds.find();
    if (!asked?.requestedAt && !asked?.isOutdated) return;
    const { analytics, clock, rebuilds, connection, logger } = this.#deps;
    const before = await analytics.listMonths(clock.now(), comparedMonths);
    const startedAt = await databaseTime(connection);
    const events = await this.#replayAll(startedAt);
    const swept = await sweep(connection, startedAt);
    await this.#refreshUsers();
    const after = await analytics.listMonths(clock.now(), comparedMonths);
    await rebuilds.finish(asked, { startedAt, endedAt: new Date(), events, swept, before, after });
    logger.info({ events, swept }, 'projections were made again');
  }

  async #replayAll(since: Date): Promise<number> {
    const byOwner = Map.groupBy(projectors, ({ event }) => event.owner);
    let events = 0;
    for (const [owner, own] of byOwner) {
      for await (const page of this.#pages(owner, own.map(({ event }) => event.type).join(','))) {
        for (let at = 0; at < page.length; at += together) await this.#replay(page.slice(at, at + together), since);
        events += page.length;
      }
    }
    return events;
  }

  async *#pages(owner: ServiceName, types: string): AsyncGenerator<EventEnvelope[]> {
    const { peers, connection } = this.#deps;
    for (let after = ''; ;) {
      const query = { after, limit: outboxPageSize, types };
      const page: EventEnvelope[] =
        owner === 'admin' ? await listOutbox(connection, query) : await peers.call(outboxRoutes[owner], { query });
      yield page;
      if (page.length < outboxPageSize) return;
      after = page.at(-1)?.id ?? after;
    }
  }

  async #replay(events: readonly EventEnvelope[], since: Date): Promise<void> {
    await inTransaction(this.#deps.connection, async (session) => {
      for (const envelope of events) {
        const known = projectors.find(({ event }) => event.type === envelope.type);
        await known?.project(
          { ...envelope, data: known.event.data.parse(envelope.data) },
          projecting(this.#deps, envelope, session, since),
        );
      }
    });
  }

  async #refreshUsers(): Promise<void> {
    const { connection, userList } = this.#deps;
    for await (const { _id } of connection
      .collection<{ _id: string }>('users')
      .find({}, { projection: { _id: 1 } })
      .hint({ _id: 1 }))
      await inTransaction(connection, (session) => userList.refresh(_id, session));
  }
}

/** Rows are stamped by the database's clock, so the beginning is read from it as well. */
async function databaseTime(connection: Connection): Promise<Date> {
  const { localTime } = (await connection.db?.command({ hello: 1 })) as { localTime?: Date };
  if (!localTime) throw new Error('The database did not tell its time.');
  return localTime;
}
