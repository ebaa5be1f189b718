import { databaseName } from '@inkbear/service-kit/database-name';
import { MongoClient } from 'mongodb';
import { readConnections } from './connections.ts';
import { PortForward } from './port-forward.ts';

/** Deletes the gateway's counts of sign-ins and registrations, the only ones that it stores. */
export async function resetSignInRateLimits(): Promise<void> {
  const mongodb = await PortForward.open('pod/mongodb-0', 27_017);
  const { mongodbUri } = await readConnections('gateway', { mongodb: mongodb.port, nats: 0 });
  const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 10_000 });
  try {
    await client.db(databaseName('gateway')).collection('rate_limits').deleteMany({});
  } finally {
    await client.close();
    mongodb.close();
  }
}
