import { SpanKind, type Span } from '@opentelemetry/api';
import mongoose, { type Connection, type ClientSession } from 'mongoose';
import type { Logger } from './logger.ts';
import { startSpan } from './telemetry.ts';

export type { ClientSession, Connection } from 'mongoose';

/** Acknowledged by a majority with journaling, so acknowledged writes survive a failover. */
export const durable = { w: 'majority', j: true } as const;

/**
 * Socket timeout of one command. Outside transactions there is no other limit, so without it a hanging database would
 * hang every request.
 */
const commandMs = 10_000;

export interface MongoOptions {
  readonly uri: string;
  readonly database: string;
  readonly logger: Logger;
  /** Milliseconds until an unanswered command fails; 0 for no timeout, such as for building an index. */
  readonly commandMs?: number;
}

/** Connects one service to its own database. Every write is `durable`. */
export async function connectMongo(options: MongoOptions): Promise<Connection> {
  const connection = mongoose.createConnection(options.uri, {
    dbName: options.database,
    autoIndex: false,
    autoCreate: false,
    // Mongoose would buffer commands for 10 s while disconnected and then throw a generic error. The driver's own
    // timeouts suffice.
    bufferCommands: false,
    sanitizeFilter: true,
    monitorCommands: true,
    maxPoolSize: 40,
    serverSelectionTimeoutMS: 5000,
    waitQueueTimeoutMS: 5000,
    socketTimeoutMS: options.commandMs ?? commandMs,
    writeConcern: durable,
    readConcern: { level: 'majority' },
    appName: options.database,
  });
  connection.on('error', (err: unknown) => options.logger.error({ err }, 'mongo_connection_failed'));
  await connection.asPromise();
  traceCommands(connection);
  return connection;
}

const untracedCommands = new Set(['hello', 'ping', 'endSessions', 'isMaster', 'ismaster']);

/** Creates one client span per command with collection and operation, but never a filter or document. */
function traceCommands(connection: Connection): void {
  const openSpans = new Map<number, Span>();
  const client = connection.getClient();
  client.on('commandStarted', (event) => {
    if (untracedCommands.has(event.commandName)) return;
    const collection = event.command[event.commandName] as unknown;
    const name = typeof collection === 'string' ? collection : '';
    openSpans.set(
      event.requestId,
      startSpan(`${event.commandName} ${name}`.trim(), SpanKind.CLIENT, {
        'db.system.name': 'mongodb',
        'db.operation.name': event.commandName,
        'db.collection.name': name,
      }),
    );
  });
  const close = (requestId: number) => {
    openSpans.get(requestId)?.end();
    openSpans.delete(requestId);
  };
  client.on('commandSucceeded', (event) => close(event.requestId));
  client.on('commandFailed', (event) => {
    openSpans.get(event.requestId)?.setStatus({ code: 2 });
    close(event.requestId);
  });
}

/** Without this timeout the driver would retry for two minutes while the database is unreachable. */
const transactionTimeoutMs = 10_000;

/**
 * Runs `work` in one transaction of at most 10 s. The driver retries it after a write conflict, so it must not have
 * side effects outside the database. Also for reads that need one consistent snapshot: with the read concern of these
 * connections, a `snapshot: true` session is silently ignored.
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = await connection.startSession();
  try {
    return await session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: durable,
      timeoutMS: transactionTimeoutMs,
    });
  } finally {
    await session.endSession();
  }
}

/** Whether an error is a violation of a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000;
