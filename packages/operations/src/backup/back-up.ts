import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { OperationError } from '@inkbear/service-kit/operation';
import type { MongoClient, Timestamp } from 'mongodb';
import { writeCollectionFile } from './collection-file.ts';
import { type CollectionEntry, writeManifest } from './manifest.ts';
import { createProgress, describeCount, formatSize } from './progress.ts';
import { type CollectionPlan, listCollections, readClusterTime, streamDocuments } from './snapshot.ts';
import { withSnapshotWindow } from './snapshot-window.ts';
import { verifyFiles } from './verify.ts';

export interface BackupOptions {
  readonly client: MongoClient;
  /** A folder that does not exist yet. */
  readonly to: string;
  /** How long the server keeps the snapshot, which bounds the duration of the backup. */
  readonly windowSeconds: number;
  readonly report: (line: string) => void;
  /** Called before each collection is read; for tests. */
  readonly beforeCollection?: (collection: CollectionPlan) => Promise<void>;
}

export interface BackupResult {
  readonly snapshotAt: Date;
  readonly documents: number;
  readonly bytes: number;
  /** Rows of the databases that contradict each other; the backup is complete nevertheless. */
  readonly contradictions: readonly string[];
}

/**
 * Writes all databases as they were at one moment, while other processes go on writing. The folder is renamed from
 * `.partial` to its final name when it is complete: after every file was read back and the manifest was written.
 */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { client, to, windowSeconds, report } = options;
  if (existsSync(to)) throw new OperationError(`${to} exists already. Choose another folder with --to.`);
  const partial = `${to}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const result = await withSnapshotWindow(client, windowSeconds, report, () => writeBackup(options, partial));
  await rename(partial, to);
  await syncFolder(path.dirname(to));
  return result;
}

async function writeBackup(options: BackupOptions, folder: string): Promise<BackupResult> {
  const { client, report } = options;
  const plans = await listCollections(client);
  if (plans.length === 0) throw new OperationError('There is nothing to back up: this server has no Inkbear.');
  const time = await readClusterTime(client);
  const snapshotAt = new Date(time.t * 1000);
  report(`Snapshot of ${snapshotAt.toISOString()}: ${plans.length} collections`);
  const collections: CollectionEntry[] = [];
  for (const plan of plans) collections.push(await writeCollection(options, { plan, time, folder }));
  report('Reading the files back…');
  const { damage, contradictions, checks } = await verifyFiles(folder, collections, report);
  if (damage.length > 0) throw new OperationError(['The files differ from what was written:', ...damage].join('\n'));
  await writeManifest(folder, {
    createdAt: new Date().toISOString(),
    snapshotAt: snapshotAt.toISOString(),
    clusterTime: { seconds: time.t, increment: time.i },
    mongodb: String((await client.db('admin').command({ buildInfo: 1 }))['version']),
    migrations: await listLastMigrations(client, plans),
    collections,
    checks: [...checks],
  });
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  return {
    snapshotAt,
    documents: sum(collections.map(({ documents }) => documents)),
    bytes: sum(collections.map(({ bytes }) => bytes)),
    contradictions,
  };
}

interface CollectionTask {
  readonly plan: CollectionPlan;
  readonly time: Timestamp;
  readonly folder: string;
}

async function writeCollection(
  { client, report, beforeCollection }: BackupOptions,
  { plan, time, folder }: CollectionTask,
): Promise<CollectionEntry> {
  const { database, name, options, indexes } = plan;
  await beforeCollection?.(plan);
  const file = `${database}/${name}.bson.gz`;
  await mkdir(path.join(folder, database), { recursive: true, mode: 0o700 });
  const documents = streamDocuments(client, plan, time);
  const showProgress = createProgress(report, `${database}.${name}`);
  const digest = await writeCollectionFile(path.join(folder, file), documents, showProgress);
  if (digest.documents > 0)
    report(`  ${database}.${name}: ${describeCount(digest.documents, 'document')}, ${formatSize(digest.bytes)}`);
  return { database, name, file, options, indexes: [...indexes], ...digest };
}

/** The newest migration of each database. The kit's own have another prefix and are left out. */
async function listLastMigrations(
  client: MongoClient,
  plans: readonly CollectionPlan[],
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { database, name } of plans) {
    if (name !== 'migrations') continue;
    const rows = await client
      .db(database)
      .collection<{ _id: string }>(name)
      .find({ _id: { $lt: 'a' } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    found[database] = rows[0]?._id ?? 'none';
  }
  return found;
}

/** Makes a rename in this folder survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
