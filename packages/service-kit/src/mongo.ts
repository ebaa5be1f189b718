import { SpanKind, type Span } from '@opentelemetry/api';
import mongoose, { type Connection, type ClientSession } from 'mongoose';
import type { Logger } from './logger.ts';
import { startSpan } from './telemetry.ts';

export type { ClientSession, Connection } from 'mongoose';

/** Acknowledged by most and on their disks: what was acknowledged survives a failover. */
export const durable = { w: 'majority', j: true } as const;

/**
 * How long one command may stay unanswered by a server that is connected. Outside of transactions nothing else ends
 * it: without this bound a database that hangs would hang every request.
 */
const commandMs = 10_000;

export interface MongoOptions {
  readonly uri: string;
  readonly database: string;
  readonly logger: Logger;
  /** Milliseconds until an unanswered command fails; 0 for work without a bound, such as building an index. */
  readonly commandMs?: number;
}

/** Connects one service to its own database. Every write is `durable`. */
export async function connectMongo(options: MongoOptions): Promise<Connection> {
  const connection = mongoose.createConnection(options.uri, {
    dbName: options.database,
    autoIndex: false,
    autoCreate: false,
    // While the connection is lost mongoose would keep commands for 10 s and then throw an error without a kind; the driver's own bounds are enough.
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

const quiet = new Set(['hello', 'ping', 'endSessions', 'isMaster', 'ismaster']);

/** One client span a command: collection and operation, never a filter or a document. */
function traceCommands(connection: Connection): void {
  const open = new Map<number, Span>();
  const client = connection.getClient();
  client.on('commandStarted', (event) => {
    if (quiet.has(event.commandName)) return;
    const collection = event.command[event.commandName] as unknown;
    const name = typeof collection === 'string' ? collection : '';
    open.set(
      event.requestId,
      startSpan(`${event.commandName} ${name}`.trim(), SpanKind.CLIENT, {
        'db.system.name': 'mongodb',
        'db.operation.name': event.commandName,
        'db.collection.name': name,
      }),
    );
  });
  const close = (requestId: number) => {
    open.get(requestId)?.end();
    open.delete(requestId);
  };
  client.on('commandSucceeded', (event) => close(event.requestId));
  client.on('commandFailed', (event) => {
    open.get(event.requestId)?.setStatus({ code: 2 });
    close(event.requestId);
  });
}

/** Without an end the driver would repeat for two minutes while the database is away. */
const transactionMs = 10_000;

/**
 * Runs `work` in one transaction, at most 10 s; the driver repeats it after a write conflict, so it must not act outside the database.
 * Also for queries that must see one state: the read concern of these connections turns a `snapshot: true` session off without a word.
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
      timeoutMS: transactionMs,
    });
  } finally {
    await session.endSession();
  }
}

/** Whether an error says that a unique index already holds this value. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000;
