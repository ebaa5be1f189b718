import type { Connection } from 'mongoose';
import { Leases } from './leases.ts';
import type { Logger } from './logger.ts';

/** One numbered step forward, e.g. `0001-books`. It must work with the release before and the one after. */
export interface Migration {
  readonly id: string;
  readonly up: (connection: Connection) => Promise<void>;
}

/** Collections and indexes that the kit itself needs in every service's database. */
const kitMigrations: readonly Migration[] = [
  {
    id: 'kit-0001-messaging',
    up: async (connection) => {
      await createCollections(connection, [
        'outbox',
        'outbox_seq',
        'inbox',
        'dead_letters',
        'idempotency_keys',
        'leases',
        'relay_state',
        'entitlements',
        'business_clock',
      ]);
      await connection.collection('outbox').createIndex({ publishedAt: 1, _id: 1 });
      await connection.collection('outbox').createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
      await connection.collection('inbox').createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
      await connection.collection('idempotency_keys').createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
      await connection
        .collection('dead_letters')
        .createIndex({ consumer: 1, subject: 1, streamSeq: 1 }, { unique: true });
      await connection.collection('dead_letters').createIndex({ redrivenAt: 1, redriveRequestedAt: 1, _id: 1 });
    },
  },
  {
    id: 'kit-0002-outbox-by-key',
    up: async (connection) =>
      void (await connection.collection('outbox').createIndex({ type: 1, key: 1, seq: 1 }, { unique: true })),
  },
  {
    // Earlier releases set `expireAt` in every inbox row. This release uses another field for the rows that expire, so
    // all rows of earlier releases stay, including those that such a release writes during a rolling update.
    id: 'kit-0003-inbox-kept',
    up: async (connection) => {
      const inbox = connection.collection('inbox');
      await inbox.createIndex({ forgetAt: 1 }, { expireAfterSeconds: 0 });
      if ((await inbox.indexes()).some(({ name }) => name === 'expireAt_1')) await inbox.dropIndex('expireAt_1');
    },
  },
  {
    id: 'kit-0004-user-removals',
    up: async (connection) => {
      await createCollections(connection, ['user_removals']);
      await connection.collection('user_removals').createIndex({ stage: 1, erasedAt: 1 });
    },
  },
  {
    id: 'kit-0005-outbox-by-stream-seq',
    up: async (connection) =>
      void (await connection
        .collection('outbox')
        .createIndex({ streamSeq: 1 }, { partialFilterExpression: { streamSeq: { $gt: 0 } } })),
  },
  {
    id: 'kit-0006-replies-of-an-actor',
    up: async (connection) =>
      void (await connection.collection('idempotency_keys').createIndex({ actor: 1, startedAt: -1 })),
  },
];

/**
 * Creates missing collections, because a transaction cannot create them reliably. Idempotent, so that an interrupted
 * step can be repeated.
 */
export async function createCollections(connection: Connection, names: readonly string[]): Promise<void> {
  const existing = new Set((await connection.listCollections()).map(({ name }) => name));
  for (const name of names) if (!existing.has(name)) await connection.createCollection(name);
}

/**
 * Runs every step that has not run yet, in order. Only one process runs them at a time; throws when another process
 * does not finish within `waitMs`. Without a missing step it only reads, so that every start of a process may call it.
 */
export async function migrate(
  connection: Connection,
  own: readonly Migration[],
  logger: Logger,
  waitMs = 120_000,
): Promise<void> {
  const migrations = [...kitMigrations, ...own];
  const done = connection.collection<{ _id: string; at: Date }>('migrations');
  if ((await done.countDocuments({ _id: { $in: migrations.map(({ id }) => id) } })) === migrations.length) return;
  const leases = new Leases(connection, logger);
  const ran = await leases.hold('migrations', { ttlMs: 60_000, waitMs }, async () => {
    for (const migration of migrations) {
      if (await done.findOne({ _id: migration.id })) continue;
      await migration.up(connection);
      await done.insertOne({ _id: migration.id, at: new Date() });
      logger.info({ migration: migration.id }, 'migrated');
    }
  });
  if (!ran) throw new Error(`Another process is running the migrations and did not finish within ${waitMs / 1000} s.`);
}
