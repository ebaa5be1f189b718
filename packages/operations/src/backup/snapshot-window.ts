import { type MongoClient, MongoServerError } from 'mongodb';
import { operationsDatabase } from '../databases.ts';

const parameter = 'minSnapshotHistoryWindowInSeconds';

interface StoredWindow {
  _id: 'snapshot-window';
  /** The server whose setting was changed. */
  host: string;
  seconds: number;
}

/**
 * Makes the server keep snapshots for `seconds` while `work` runs, and restores its setting afterwards. The old setting
 * is stored first, so that the next call restores it after a crash. Other servers of the replica set keep theirs, and
 * a restart of the server resets it.
 */
export async function withSnapshotWindow<T>(
  client: MongoClient,
  seconds: number,
  report: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  await restoreWindow(client, report);
  const before = await readWindow(client);
  if (before >= seconds) return await work();
  await storedWindow(client).insertOne({ _id: 'snapshot-window', host: await readHost(client), seconds: before });
  const isRaised = await setWindow(client, seconds);
  if (!isRaised)
    report(`This server does not let us change ${parameter}: a backup of more than ${before} s will fail.`);
  try {
    return await work();
  } finally {
    await restoreWindow(client, report);
  }
}

async function restoreWindow(client: MongoClient, report: (line: string) => void): Promise<void> {
  const stored = await storedWindow(client).findOne({ _id: 'snapshot-window' });
  if (!stored) return;
  if (stored.host === (await readHost(client))) await setWindow(client, stored.seconds);
  else report(`${stored.host} is no longer the primary. If it runs, set its ${parameter} back to ${stored.seconds}.`);
  await storedWindow(client).deleteOne({ _id: 'snapshot-window' });
}

async function readWindow(client: MongoClient): Promise<number> {
  const reply = await client.db('admin').command({ getParameter: 1, [parameter]: 1 });
  return Number(reply[parameter]);
}

const unauthorized = 13;

/** False where the operator has no permission for it, as on managed servers. */
async function setWindow(client: MongoClient, seconds: number): Promise<boolean> {
  try {
    await client.db('admin').command({ setParameter: 1, [parameter]: seconds });
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === unauthorized) return false;
    throw error;
  }
}

async function readHost(client: MongoClient): Promise<string> {
  return String((await client.db('admin').command({ hello: 1 }))['me']);
}

const storedWindow = (client: MongoClient) => client.db(operationsDatabase).collection<StoredWindow>('state');
