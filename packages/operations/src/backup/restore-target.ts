import { setTimeout as sleep } from 'node:timers/promises';
import { databasePrefix } from '@inkbear/service-kit/database-name';
import { OperationError } from '@inkbear/service-kit/operation';
import type { Document, MongoClient } from 'mongodb';
import { backedUpDatabases, isUnauthorized, operationsDatabase } from '../databases.ts';

/** Databases with documents, e.g. `inkbear_books`. */
export async function listNonEmptyDatabases(client: MongoClient): Promise<string[]> {
  const found: string[] = [];
  for (const database of backedUpDatabases) {
    for (const name of await listNames(client, database)) {
      const document = await client
        .db(database)
        .collection(name)
        .findOne({}, { hint: '_id_', projection: { _id: 1 } });
      if (!document) continue;
      found.push(database);
      break;
    }
  }
  return found;
}

/** Drops every collection of every backed-up database; the users and roles of the server stay. */
export async function dropCollections(client: MongoClient): Promise<void> {
  for (const database of backedUpDatabases)
    for (const name of await listNames(client, database)) await client.db(database).dropCollection(name);
}

async function listNames(client: MongoClient, database: string): Promise<string[]> {
  const found = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
}

/** Throws when a process of Inkbear is connected: it would write between the restored rows. */
export async function requireNoProcess(client: MongoClient): Promise<void> {
  let names = await listConnectedProcesses(client);
  // The server notices only after a moment that a connection was closed, such as one of an earlier command.
  for (let tries = 0; names.length > 0 && tries < 10; tries += 1) {
    await sleep(200);
    names = await listConnectedProcesses(client);
  }
  if (names.length > 0)
    throw new OperationError(`${names.join(', ')} use this server. Stop all processes of Inkbear, then restore.`);
}

async function listConnectedProcesses(client: MongoClient): Promise<string[]> {
  const connections = await client
    .db('admin')
    .aggregate<Document>([
      { $currentOp: { allUsers: true, idleConnections: true } },
      { $match: { appName: { $gte: databasePrefix, $lt: `${databasePrefix}~`, $ne: operationsDatabase } } },
    ])
    .toArray()
    .catch((error: unknown) => {
      if (!isUnauthorized(error)) throw error;
      throw new OperationError('This user may not see connections: it needs the privilege inprog.', { cause: error });
    });
  return [...new Set(connections.map(({ appName }) => String(appName).slice(databasePrefix.length)))].toSorted();
}
