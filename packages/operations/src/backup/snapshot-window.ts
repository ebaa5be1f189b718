import type { Document, MongoClient } from 'mongodb';
import { isUnauthorized, operationsDatabase } from '../databases.ts';

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
  if (before !== null && before >= seconds) return await work();
  if (before === null || !(await raiseWindow(client, before, seconds))) {
    const known = before === null ? 'its window (300 s by default)' : `${before} s`;
    report(`This server does not let us change ${parameter}: a backup of more than ${known} will fail.`);
  }
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

/** False where the operator may not change it. */
async function raiseWindow(client: MongoClient, before: number, seconds: number): Promise<boolean> {
  await storedWindow(client).insertOne({ _id: 'snapshot-window', host: await readHost(client), seconds: before });
  const isRaised = await setWindow(client, seconds);
  if (!isRaised) await storedWindow(client).deleteOne({ _id: 'snapshot-window' });
  return isRaised;
}

/** Null where the operator may not read it. */
async function readWindow(client: MongoClient): Promise<number | null> {
  const reply = await runAdmin(client, { getParameter: 1, [parameter]: 1 });
  return reply === null ? null : Number(reply[parameter]);
}

const setWindow = async (client: MongoClient, seconds: number): Promise<boolean> =>
  (await runAdmin(client, { setParameter: 1, [parameter]: seconds })) !== null;

/** The reply, or null where the operator lacks the privilege. */
async function runAdmin(client: MongoClient, command: Document): Promise<Document | null> {
  try {
    return await client.db('admin').command(command);
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
}

async function readHost(client: MongoClient): Promise<string> {
  return String((await client.db('admin').command({ hello: 1 }))['me']);
}

const storedWindow = (client: MongoClient) => client.db(operationsDatabase).collection<StoredWindow>('state');
