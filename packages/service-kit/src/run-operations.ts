import type { ServiceName } from '@inkbear/contracts/services';
import { deadLetterOperations } from './dead-letter-commands.ts';
import { type BaseEnv, databaseOf, readEnvOrExit } from './env.ts';
import { createLogger } from './logger.ts';
import { connectMongo, type Connection } from './mongo.ts';
import { type Operation, runCommandLine } from './operation.ts';

/** Operator commands of one service, which act on its database. */
export type Operations = readonly Operation<Connection>[];

interface OperatedService<E extends BaseEnv> {
  readonly name: ServiceName;
  readonly readEnv: () => E;
  readonly operations?: Operations;
}

/** Runs an operator's command inside a service's own container. */
export async function runOperations<E extends BaseEnv>(
  { name, readEnv, operations = [] }: OperatedService<E>,
  args: readonly string[],
): Promise<void> {
  await runCommandLine<Connection>({
    program: 'node dist/main.js ops',
    operations: [...deadLetterOperations, ...operations],
    args,
    withTarget: async (work) => {
      const env = readEnvOrExit({ name, readEnv });
      await withDatabase({ uri: env.MONGODB_URI, database: databaseOf(name, env) }, work);
    },
  });
}

/** Connects to a service's database for the duration of `work`. */
export async function withDatabase<T>(
  target: { readonly uri: string; readonly database: string },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connectMongo({ ...target, logger: createLogger('ops', 'error') });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
