import { serviceNames } from '@inkbear/contracts/services';
import { databaseName } from '@inkbear/service-kit/database-name';
import { MongoClient, MongoServerError } from 'mongodb';

/** The databases that a backup contains. The gateway's rate counts expire in minutes and are not among them. */
export const backedUpDatabases: readonly string[] = serviceNames.map(databaseName);
/** Locks and state of the commands themselves; in no backup. */
export const operationsDatabase = databaseName('operations');

const unauthorized = 13;

/** Whether the server's user lacks a privilege, as on managed servers. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === unauthorized;

/** Connects as operator for the duration of `work`. */
export async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { appName: 'inkbear-ops', serverSelectionTimeoutMS: 5000 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.close();
  }
}
