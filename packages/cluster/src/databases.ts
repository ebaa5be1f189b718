import type { OpenDatabase } from '@inkbear/e2e/event-effects';
import { databaseName } from '@inkbear/service-kit/database-name';
import { withDatabase } from '@inkbear/service-kit/run-operations';
import { readConnections } from './connections.ts';
import { PortForward } from './port-forward.ts';

/** Opens the databases of the release as operator for the duration of `work`. */
export async function withDatabases<T>(work: (open: OpenDatabase) => Promise<T>): Promise<T> {
  const mongodb = await PortForward.open('pod/mongodb-0', 27_017);
  try {
    const { mongodbUri } = await readConnections('ops', { mongodb: mongodb.port, nats: 0 });
    return await work((service, use) => withDatabase({ uri: mongodbUri, database: databaseName(service) }, use));
  } finally {
    mongodb.close();
  }
}
