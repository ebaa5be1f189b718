import type { Logger } from './logger.ts';
import type { Telemetry } from './telemetry.ts';

export interface Command {
  /** What may follow the command's name, for the usage line. */
  readonly usage: string;
  readonly run: (args: readonly string[]) => Promise<void>;
}

const stopWithinMs = 25_000;

/** Runs the command that the process was started with, by default `serve`. Exit code 2 for an unknown one. */
export async function runCommand(
  processName: string,
  commands: Readonly<Record<string, Command>>,
  [name = 'serve', ...args] = process.argv.slice(2),
): Promise<void> {
  const command = commands[name];
  if (command) return await command.run(args);
  const usages = Object.entries(commands).map(([each, { usage }]) => `${each} ${usage}`.trim());
  process.stderr.write(`${processName}: unknown command "${name}"; usage: main.js [${usages.join('|')}]\n`);
  process.exitCode = 2;
}

/**
 * Stops in order at the first SIGTERM or SIGINT, sends the last traces even when stopping failed, and exits; after 25 s
 * it exits in any case.
 */
export function stopOnSignal({
  stop,
  telemetry,
  logger,
}: {
  stop: () => Promise<void>;
  telemetry?: Pick<Telemetry, 'flush'>;
  logger: Logger;
}): void {
  let isShuttingDown = false;
  const shutDown = () => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    stop()
      .finally(() => telemetry?.flush())
      .then(
        () => process.exit(0),
        (err: unknown) => {
          logger.fatal({ err }, 'shutdown_failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
}
