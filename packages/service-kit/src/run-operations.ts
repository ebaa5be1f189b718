import { runDeadLetterCommand, UsageError } from './dead-letter-commands.ts';
import { DeadLetters } from './dead-letters.ts';
import { type BaseEnv, databaseOf } from './env.ts';
import { createLogger } from './logger.ts';
import { connectMongo, type Connection } from './mongo.ts';
import { readEnvOrExit, type ServiceDefinition } from './run-service.ts';

/** Commands that only one service has, by name; each gets the words after its name, throws a UsageError when they make no sense and answers the lines to print. */
export type Operations = Readonly<
  Record<string, (connection: Connection, words: readonly string[]) => Promise<string[]>>
>;

/** What an operator does in a service's own container: `node dist/ops.js dead-letters`, or one of the service's own. Ends with 2 when the command makes no sense. */
export async function runOperations<E extends BaseEnv>(
  definition: ServiceDefinition<E>,
  own: Operations = {},
  words: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const env = readEnvOrExit(definition);
  await printOperation({ uri: env.MONGODB_URI, database: databaseOf(definition.name, env) }, words, own);
}

/** The same on a database that somebody names. */
export async function printOperation(
  { uri, database }: { uri: string; database: string },
  words: readonly string[],
  own: Operations = {},
): Promise<void> {
  const logger = createLogger('ops', 'error');
  const connection = await connectMongo({ uri, database, logger });
  const [name = '', ...more] = words;
  const operation = Object.hasOwn(own, name) ? own[name] : undefined;
  try {
    for (const line of await (operation
      ? operation(connection, more)
      : runDeadLetterCommand(new DeadLetters(connection, logger), words)))
      process.stdout.write(`${line}\n`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${[error.message, ...(operation ? [] : Object.keys(own))].join(' · ')}\n`);
    process.exitCode = 2;
  } finally {
    await connection.close();
  }
}
