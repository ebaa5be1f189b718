import type { ServiceName } from '@inkbear/contracts/services';
import { operationsUri } from '@inkbear/local/operations-uri';
import { createLogger } from '@inkbear/service-kit/logger';
import { connectMongo, type Connection } from '@inkbear/service-kit/mongo';
import type { House } from './house.ts';

/** A service's own database in a running house, for what no address of it can do. */
export async function withDatabase<T>(
  { dataDir }: House,
  service: ServiceName,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const uri = operationsUri(dataDir);
  if (uri === null) throw new Error('The house has no database of its own.');
  const connection = await connectMongo({ uri, database: `inkbear_${service}`, logger: createLogger('e2e', 'silent') });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
