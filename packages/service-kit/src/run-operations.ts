import { commandDeadLetters, UsageError } from './dead-letter-commands.ts';
import { DeadLetters } from './dead-letters.ts';
import { type BaseEnv, databaseOf } from './env.ts';
import { createLogger } from './logger.ts';
import { connectMongo } from './mongo.ts';
import { readEnvOrExit, type ServiceDefinition } from './run-service.ts';

/** What an operator does in a service's own container: `node dist/ops.js dead-letters`. Ends with 2 when the command makes no sense. */
export async function runOperations<E extends BaseEnv>(definition: ServiceDefinition<E>, words: readonly string[] = process.argv.slice(2)): Promise<void> {
  const env = readEnvOrExit(definition);
  await printDeadLetters({ uri: env.MONGODB_URI, database: databaseOf(definition.name, env) }, words);
}

/** The same on a database that somebody names. */
export async function printDeadLetters({ uri, database }: { uri: string; database: string }, words: readonly string[]): Promise<void> {
  const logger = createLogger('ops', 'error');
  const connection = await connectMongo({ uri, database, logger });
  try {
    for (const line of await commandDeadLetters(new DeadLetters(connection, logger), words)) process.stdout.write(`${line}\n`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } finally {
    await connection.close();
  }
}
