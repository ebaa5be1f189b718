import type { ServiceName } from '@inkbear/contracts/services';
import { operationsUri } from '@inkbear/local/operations-uri';
import { databaseName } from '@inkbear/service-kit/database-name';
import { createLogger } from '@inkbear/service-kit/logger';
import { connectMongo, type Connection } from '@inkbear/service-kit/mongo';
import type { AppStack } from './app-stack.ts';

/** Opens a service's database in a running stack, for changes that no route can make. */
export async function withDatabase<T>(
  { dataDir }: AppStack,
  service: ServiceName,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const uri = operationsUri(dataDir);
  if (uri === null) throw new Error('The stack uses an external database, which specs must not change.');
  const connection = await connectMongo({
    uri,
    database: databaseName(service),
    logger: createLogger('e2e', 'silent'),
  });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
