import { createLogger } from '@inkbear/service-kit/logger';
import { Leases } from '@inkbear/service-kit/leases';
import { OperationError } from '@inkbear/service-kit/operation';
import { withDatabase } from '@inkbear/service-kit/run-operations';
import { operationsDatabase } from './databases.ts';

const leaseMs = 60_000;

/** Runs `work` unless another operator's command is running on the same servers. */
export async function withOperationLock<T>(uri: string, name: string, work: () => Promise<T>): Promise<T> {
  return await withDatabase({ uri, database: operationsDatabase }, async (connection) => {
    const leases = new Leases(connection, createLogger('ops', 'error'));
    const outcome: { result?: T } = {};
    const ran = await leases.hold('operation', { ttlMs: leaseMs }, async () => {
      outcome.result = await work();
    });
    if (!ran)
      throw new OperationError(
        `Another backup or restore is running, or was killed less than ${leaseMs / 1000} s ago; so ${name} does not start.`,
      );
    return outcome.result as T;
  });
}
