import path from 'node:path';
import { databasePrefix } from '@inkbear/service-kit/database-name';
import { OperationError, UsageError } from '@inkbear/service-kit/operation';
import { BSON, type Document, type MongoClient } from 'mongodb';
import { readCollectionFile } from './collection-file.ts';
import { compareDigests, type Digest, DocumentDigest } from './document-digest.ts';
import type { CollectionEntry, Manifest } from './manifest.ts';
import { createProgress, describeCount } from './progress.ts';
import { parseRaw } from './raw-document.ts';
import { dropCollections, listNonEmptyDatabases, requireNoProcess } from './restore-target.ts';
import { streamDocuments } from './snapshot.ts';

export interface RestoreOptions {
  readonly client: MongoClient;
  readonly folder: string;
  readonly manifest: Manifest;
  /** Deletes what the databases have; must be the prefix of their names. */
  readonly drop: string | undefined;
  readonly report: (line: string) => void;
}

/** A server limits an insert to a little more than 16 MB; a single document may have 16 MB. */
const maxBatchBytes = 8 * 1024 * 1024;
const maxBatchDocuments = 1000;

/** Throws unless the servers may be overwritten. Changes nothing. */
export async function requireRestorable({ client, drop }: Pick<RestoreOptions, 'client' | 'drop'>): Promise<void> {
  if (drop !== undefined && drop !== databasePrefix)
    throw new UsageError(
      `--drop ${drop} is not the prefix of the databases. To delete them all: --drop ${databasePrefix}`,
    );
  await requireNoProcess(client);
  const nonEmpty = await listNonEmptyDatabases(client);
  if (nonEmpty.length > 0 && drop === undefined)
    throw new OperationError(
      `There is data in ${nonEmpty.join(', ')}. Restore into an empty target, or delete it with --drop ${databasePrefix}.`,
    );
}

/**
 * Loads a verified backup, reads everything back and compares it, then builds the indexes: not earlier, because a TTL
 * index deletes expired rows. The last step makes the relays publish all events again.
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { client, manifest, report } = options;
  await requireRestorable(options);
  await dropCollections(client);
  for (const entry of manifest.collections) await loadCollection(options, entry);
  report('Reading the databases back…');
  const mismatches: string[] = [];
  for (const entry of manifest.collections) {
    const problem = compareDigests(await readDigest(options, entry), entry);
    if (problem !== null) mismatches.push(`${entry.database}.${entry.name} ${problem}`);
  }
  if (mismatches.length > 0) throw new OperationError(['Restored data differs:', ...mismatches].join('\n'));
  report('Building indexes…');
  for (const entry of manifest.collections) await createIndexes(client, entry);
  await resetRelayStates(client, manifest);
}

async function loadCollection({ client, folder, report }: RestoreOptions, entry: CollectionEntry): Promise<void> {
  const db = client.db(entry.database);
  await db.createCollection(entry.name, BSON.EJSON.deserialize(entry.options));
  const showProgress = createProgress(report, `${entry.database}.${entry.name}`);
  let [batch, bytes, loaded]: [unknown[], number, number] = [[], 0, 0];
  const insert = async (): Promise<void> => {
    if (batch.length === 0) return;
    const reply = await db.command({ insert: entry.name, documents: batch, writeConcern: { w: 'majority' } });
    const [failed] = (reply['writeErrors'] ?? []) as { errmsg: string }[];
    if (failed) throw new OperationError(`${entry.database}.${entry.name} cannot be loaded: ${failed.errmsg}`);
    loaded += batch.length;
    [batch, bytes] = [[], 0];
    showProgress(loaded);
  };
  for await (const document of readCollectionFile(path.join(folder, entry.file))) {
    if (bytes + document.length > maxBatchBytes || batch.length >= maxBatchDocuments) await insert();
    batch.push(parseRaw(document));
    bytes += document.length;
  }
  await insert();
  if (loaded > 0) report(`  ${entry.database}.${entry.name}: ${describeCount(loaded, 'document')}`);
}

async function readDigest({ client, report }: RestoreOptions, entry: CollectionEntry): Promise<Digest> {
  const digest = new DocumentDigest();
  const showProgress = createProgress(report, `${entry.database}.${entry.name}`);
  for await (const document of streamDocuments(client, entry, null)) {
    digest.add(document);
    showProgress(digest.documents);
  }
  return digest.finish();
}

async function createIndexes(client: MongoClient, { database, name, indexes }: CollectionEntry): Promise<void> {
  const own = indexes
    .map((index) => BSON.EJSON.deserialize(index) as Document)
    .filter((index) => index['name'] !== '_id_');
  if (own.length > 0) await client.db(database).command({ createIndexes: name, indexes: own });
}

/**
 * Stores a creation time that no stream has, so that each relay treats its stream as a new one at the next start and
 * publishes all events again. The inboxes are of the same moment, so consumers skip what they have handled.
 */
async function resetRelayStates(client: MongoClient, { collections, snapshotAt }: Manifest): Promise<void> {
  for (const { database, name } of collections)
    if (name === 'relay_state')
      await client
        .db(database)
        .collection<{ _id: string; created: string }>(name)
        .updateOne({ _id: 'stream' }, { $set: { created: `restored from ${snapshotAt}` } }, { upsert: true });
}
