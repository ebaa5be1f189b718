import { existsSync } from 'node:fs';
import { mongoUri, mongoUsers } from '@inkbear/operations/mongodb/mongo-users';
import { replicaSet } from '@inkbear/operations/mongodb/prepare-mongod';
import { ensureCredentials } from './credentials.ts';
import { DataFolder } from './data-folder.ts';

/** The MongoDB URI of user `ops` for the Inkbear that runs on a data folder; null when there is none. */
export function operationsUri(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null;
  const data = DataFolder.open(dataDir);
  const { mongodPort } = data.marker;
  const [user] = mongoUsers(ensureCredentials(data).mongodb, ['ops']);
  if (mongodPort === undefined || !user) return null;
  return mongoUri({ host: `127.0.0.1:${mongodPort}`, replicaSet }, user);
}
