import { SpanKind, type Span } from '@opentelemetry/api';
import mongoose, { type Connection, type ClientSession } from 'mongoose';
import type { Logger } from './logger.ts';
import { ProblemError } from './problem.ts';
import { requestContext } from './request-context.ts';
import { isUnsampled, startSpan } from './telemetry.ts';

export type { ClientSession, Connection } from 'mongoose';

/** Acknowledged by a majority with journaling, so acknowledged writes survive a failover. */
export const durable = { w: 'majority', j: true } as const;

/**
 * Socket timeout of one command. Requests fail sooner (`DatabaseProbe`); jobs and consumers have no other limit outside
 * transactions.
 */
const commandMs = 10_000;

/**
 * A connection whose peer is gone without a reset (a killed pod, a dropped route) is detected after
 * `heartbeatFrequencyMS` + `connectTimeoutMS`; the driver then ends its commands and connects anew. The driver's
 * defaults add up to 40 s.
 */
const monitoring = { heartbeatFrequencyMS: 2000, connectTimeoutMS: 5000 } as const;

export interface MongoOptions {
  readonly uri: string;
  readonly database: string;
  readonly logger: Logger;
  /**
   * Milliseconds until an unanswered command fails; 0 for no timeout, such as for building an index, which may also keep
   * the server from answering heartbeats.
   */
  readonly commandMs?: number;
  /**
   * Connections that stay open when nothing uses them; default 0. Opening one takes several round trips. Measured with
   * 0: during a flood of requests from one account, every request waited up to 300 ms for a new connection.
   */
  readonly minConnections?: number;
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
    // Only this driver writes these strings, always as valid UTF-8. Checking each character of a chapter of 1.9 MB takes
    // 8 ms of the event loop, and decoding it 1 ms.
    enableUtf8Validation: false,
    minPoolSize: options.minConnections ?? 0,
    maxPoolSize: 40,
    serverSelectionTimeoutMS: 5000,
    waitQueueTimeoutMS: 5000,
    socketTimeoutMS: options.commandMs ?? commandMs,
    ...(options.commandMs === 0 ? {} : monitoring),
    writeConcern: durable,
    readConcern: { level: 'majority' },
    appName: options.database,
  });
  connection.on('error', (err: unknown) => options.logger.error({ err }, 'mongodb_connection_failed'));
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
    if (untracedCommands.has(event.commandName) || isUnsampled()) return;
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

/**
 * After this time a transaction or its commit is not retried. The driver's `withTransaction` retries for two minutes,
 * and its `timeoutMS` has no effect any more.
 */
const transactionTimeoutMs = 10_000;
const maxRetryDelayMs = 500;

/**
 * Runs `work` in one transaction, which is retried for 10 s after a write conflict or a lost connection, so it must not
 * have side effects outside the database. When the request is refused meanwhile, throws 503 before the next attempt or
 * commit. Use it also for reads that need one consistent snapshot: with the read concern of these connections,
 * `snapshot: true` of a session is silently ignored.
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = await connection.startSession();
  try {
    return await runTransaction(session, work);
  } finally {
    await session.endSession();
  }
}

async function runTransaction<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const deadline = performance.now() + transactionTimeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    requireNotRefused();
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: durable });
    try {
      const result = await work(session);
      requireNotRefused();
      await commit(session, deadline);
      return result;
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction();
      if (!hasLabel(error, 'TransientTransactionError') || performance.now() >= deadline) throw error;
    }
    await sleep(Math.random() * Math.min(maxRetryDelayMs, 5 * 1.5 ** attempt));
  }
}

/** Throws 503 if the request was already refused: its late writes could overwrite newer data. */
function requireNotRefused(): void {
  if (requestContext.getStore()?.isRefused) throw new ProblemError('server.unavailable');
}

/** A commit whose reply was lost may have happened; repeating it is harmless and shows whether it did. */
async function commit(session: ClientSession, deadline: number): Promise<void> {
  for (;;) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!hasLabel(error, 'UnknownTransactionCommitResult') || performance.now() >= deadline) throw error;
    }
  }
}

const hasLabel = (error: unknown, label: string): boolean =>
  error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether an error is a violation of a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000;
