import { runDeadLetterCommand, UsageError } from './dead-letter-commands.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ServiceName } from '@inkbear/contracts/services';
import { type BaseEnv, databaseOf, readEnvOrExit } from './env.ts';
import { createLogger } from './logger.ts';
import { connectMongo, type Connection } from './mongo.ts';

interface OperatedService<E extends BaseEnv> {
  readonly name: ServiceName;
  readonly readEnv: () => E;
  readonly operations?: Operations;
}

/**
 * Operator commands of one service, by name. A command gets the words after its name and returns the lines to print. It
 * throws a UsageError for invalid arguments.
 */
export type Operations = Readonly<
  Record<string, (connection: Connection, words: readonly string[]) => Promise<string[]>>
>;

/** Runs an operator's command inside a service's own container. Exit code 2 when the command is unknown. */
export async function runOperations<E extends BaseEnv>(
  { name, readEnv, operations }: OperatedService<E>,
  words: readonly string[],
): Promise<void> {
  const env = readEnvOrExit({ name, readEnv });
  await printOperation({ uri: env.MONGODB_URI, database: databaseOf(name, env) }, words, operations);
}

/** Runs a command on a named database and prints its result line by line. */
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
