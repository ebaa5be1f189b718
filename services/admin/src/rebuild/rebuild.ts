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
import type { AnalyticsRepository } from '../analytics/analytics.repository.ts';
import { projectionContext, projectors } from '../projections/index.ts';
import type { ProjectionRepository } from '../projections/projection.repository.ts';
import type { UserList } from '../users/user-list.ts';
import type { UserRepository } from '../users/user.repository.ts';
import type { RebuildRepository } from './rebuild.repository.ts';
import { sweepStaleRows } from './sweep.ts';

interface Deps {
  connection: Connection;
  erasure: Erasure;
  peers: Peers;
  analytics: AnalyticsRepository;
  projections: ProjectionRepository;
  users: UserRepository;
  userList: UserList;
  rebuilds: RebuildRepository;
  clock: Clock;
  logger: Logger;
}

/** Transactions are small, so that consumers rarely have to wait for one. */
const eventsPerTransaction = 25;
const comparedMonths = 12;

/**
 * Rebuilds the projections from the outboxes while consumers keep running. All events are replayed through the same
 * projectors; then rows that were not written are removed. An event is in its outbox before it is published, so a
 * removed row cannot belong to a published event.
 */
export class Rebuild {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async isRequested(): Promise<boolean> {
    return (await this.#deps.rebuilds.findRequest()) !== null;
  }

  async runIfRequested(): Promise<void> {
    const request = await this.#deps.rebuilds.findRequest();
    if (!request) return;
    const { analytics, clock, rebuilds, projections, connection, logger } = this.#deps;
    const before = await analytics.listLastMonths(clock.now(), comparedMonths);
    const startedAt = await databaseTime(connection);
    const events = await this.#replayAll(startedAt);
    const swept = await sweepStaleRows(projections, startedAt);
    await this.#refreshUsers();
    const after = await analytics.listLastMonths(clock.now(), comparedMonths);
    await rebuilds.finish(request, { startedAt, endedAt: new Date(), events, swept, before, after });
    logger.info({ events, swept }, 'projections_rebuilt');
  }

  async #replayAll(since: Date): Promise<number> {
    const byOwner = Map.groupBy(projectors, ({ event }) => event.owner);
    let events = 0;
    for (const [owner, ownedProjectors] of byOwner) {
      const types = ownedProjectors.map(({ event }) => event.type).join(',');
      for await (const page of this.#readOutbox(owner, types)) {
        for (let start = 0; start < page.length; start += eventsPerTransaction)
          await this.#replay(page.slice(start, start + eventsPerTransaction), since);
        events += page.length;
      }
    }
    return events;
  }

  /** The events of these types in a service's outbox, in pages, oldest first. */
  async *#readOutbox(owner: ServiceName, types: string): AsyncGenerator<EventEnvelope[]> {
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
        const projector = projectors.find(({ event }) => event.type === envelope.type);
        await projector?.project(
          { ...envelope, data: projector.event.data.parse(envelope.data) },
          projectionContext(this.#deps, envelope, session, since),
        );
      }
    });
  }

  async #refreshUsers(): Promise<void> {
    const { connection, users, userList } = this.#deps;
    for await (const id of users.streamIds())
      await inTransaction(connection, (session) => userList.refresh(id, session));
  }
}

/** The time of the database. Rows have its timestamps, so the start of a rebuild must be measured with the same clock. */
async function databaseTime(connection: Connection): Promise<Date> {
  const { localTime } = (await connection.db?.command({ hello: 1 })) as { localTime?: Date };
  if (!localTime) throw new Error('The database did not return its time.');
  return localTime;
}
