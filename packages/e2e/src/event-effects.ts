import { createHash } from 'node:crypto';
import type { EventType } from '@inkbear/contracts/events';
import { consumedEvents, durableName } from '@inkbear/contracts/messaging';
import { type ServiceName, serviceNames } from '@inkbear/contracts/services';
import type { Connection } from '@inkbear/service-kit/mongo';

/** Opens the database of a service for the duration of `work`. */
export type OpenDatabase = <T>(service: ServiceName, work: (connection: Connection) => Promise<T>) => Promise<T>;

interface OutboxRow {
  readonly _id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly publishedAt: Date | null;
}

const rowsPerQuery = 1000;

/**
 * Compares every outbox with the inboxes of the services that consume its events: each event must be published, and
 * each of its consumers must have handled it. Also reports open dead letters. Events in flight are reported too, so
 * poll until the result is empty.
 */
export async function findUnhandledEvents(open: OpenDatabase): Promise<string[]> {
  const outboxes = new Map<ServiceName, OutboxRow[]>();
  for (const owner of serviceNames) outboxes.set(owner, await open(owner, readOutbox));
  const problems = [...outboxes].flatMap(([owner, rows]) =>
    rows
      .filter(({ publishedAt }) => publishedAt === null)
      .map(({ _id, type }) => `${owner} has not published ${type} ${_id}`),
  );
  for (const service of serviceNames)
    problems.push(
      ...(await open(service, async (connection) => [
        ...(await findMissingInboxRows(connection, service, outboxes)),
        ...(await listDeadLetters(connection)),
      ])),
    );
  return problems;
}

const readOutbox = async (connection: Connection): Promise<OutboxRow[]> =>
  await connection
    .collection<OutboxRow>('outbox')
    .find({}, { hint: '_id_', projection: { type: 1, data: 1, publishedAt: 1 } })
    .toArray();

async function findMissingInboxRows(
  connection: Connection,
  service: ServiceName,
  outboxes: ReadonlyMap<ServiceName, readonly OutboxRow[]>,
): Promise<string[]> {
  const expected = consumedEvents[service].flatMap((event) =>
    (outboxes.get(event.owner) ?? [])
      .filter(({ type }) => type === event.type)
      .map((row) => `${durableName(service, event.type)}:${inboxIdOf(event, row)}`),
  );
  const missing: string[] = [];
  for (let start = 0; start < expected.length; start += rowsPerQuery) {
    const ids = expected.slice(start, start + rowsPerQuery);
    const rows = connection.collection<{ _id: string }>('inbox');
    const found = await rows.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const handled = new Set(found.map(({ _id }) => _id));
    missing.push(...ids.filter((id) => !handled.has(id)));
  }
  return missing.map((id) => `${service} has not handled ${id}`);
}

/** The id in the inbox of an event's consumer: that of the event, or a hash of its natural key. */
function inboxIdOf({ naturalKey }: EventType, { _id, data }: OutboxRow): string {
  if (naturalKey === undefined) return _id;
  return createHash('sha256').update(String(data[naturalKey])).digest('base64url');
}

async function listDeadLetters(connection: Connection): Promise<string[]> {
  const letters = connection.collection<{ _id: string; consumer: string; redrivenAt: Date | null }>('dead_letters');
  const open = await letters.find({ redrivenAt: null }, { hint: '_id_' }).toArray();
  return open.map(({ _id, consumer }) => `${consumer} has the dead letter ${_id}`);
}
