import { OperationError } from '@inkbear/service-kit/operation';
import { BSON, type Document, type MongoClient, MongoServerError, type Timestamp } from 'mongodb';
import { backedUpDatabases } from '../databases.ts';

/** A collection with everything that a restore needs in addition to its documents. */
export interface CollectionPlan {
  readonly database: string;
  readonly name: string;
  readonly options: Document;
  readonly indexes: readonly Document[];
}

/** Documents of one reply; the server also ends a reply at 16 MB, so this bounds memory only for small documents. */
const batchSize = 1000;

/** All collections of all backed-up databases, ordered by name. */
export async function listCollections(client: MongoClient): Promise<CollectionPlan[]> {
  const plans: CollectionPlan[] = [];
  for (const database of backedUpDatabases) {
    const db = client.db(database);
    const found = await db.listCollections<{ name: string; type: string; options: Document }>().toArray();
    for (const { name, type, options } of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (type !== 'collection' || name.startsWith('system.')) continue;
      const indexes = await db.collection(name).listIndexes().toArray();
      plans.push({
        database,
        name,
        options: BSON.EJSON.serialize(options),
        indexes: indexes.map((index: Document) => BSON.EJSON.serialize(index)),
      });
    }
  }
  return plans;
}

/** The present moment as the cluster counts it. Everything that was acknowledged before is part of its snapshot. */
export async function readClusterTime(client: MongoClient): Promise<Timestamp> {
  const { operationTime } = await client.db('admin').command({ hello: 1 });
  if (!operationTime) throw new OperationError('The server is not a replica set, so it has no snapshots.');
  return operationTime as Timestamp;
}

/**
 * The documents of a collection as raw BSON, ordered by `_id`: as they were at `time`, or now without one. Only two
 * replies of the server are in memory.
 */
export async function* streamDocuments(
  client: MongoClient,
  { database, name }: Pick<CollectionPlan, 'database' | 'name'>,
  time: Timestamp | null,
): AsyncGenerator<Uint8Array> {
  const readConcern = time ? { level: 'snapshot', atClusterTime: time } : { level: 'majority' };
  const find = { find: name, sort: { _id: 1 }, hint: { _id: 1 }, batchSize, readConcern };
  const cursor = client.db(database).runCursorCommand(find, { raw: true }).setBatchSize(batchSize);
  try {
    for await (const document of cursor) yield document as Uint8Array;
  } catch (error) {
    throw explainSnapshotError(error, `${database}.${name}`);
  } finally {
    await cursor.close();
  }
}

const snapshotTooOld = 239;
const snapshotUnavailable = 246;

/** The two ways in which a server loses a snapshot, in words that say what to do. */
function explainSnapshotError(error: unknown, collection: string): unknown {
  if (!(error instanceof MongoServerError)) return error;
  if (error.code === snapshotTooOld)
    return new OperationError(
      `The snapshot became too old at ${collection}: the server no longer has the data of that time. ` +
        'Run the backup again with a longer --window, or when fewer other processes use the server.',
    );
  if (error.code === snapshotUnavailable)
    return new OperationError(
      `${collection} was created or got an index while the backup ran, so its snapshot cannot be read. ` +
        'Run the backup again when no migration is running.',
    );
  return error;
}
