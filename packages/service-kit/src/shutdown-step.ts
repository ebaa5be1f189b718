import type { Logger } from './logger.ts';

/**
 * Waits at most `ms` for one step of a shutdown. A timeout or failure is logged and does not prevent the next steps.
 * Returns whether the step succeeded.
 */
export async function runShutdownStep(
  logger: Logger,
  step: string,
  ms: number,
  work: Promise<unknown>,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>(
    (resolve) =>
      (timer = setTimeout(() => {
        logger.warn({ step }, 'shutdown_step_timed_out');
        resolve(false);
      }, ms)),
  );
  const done = work.then(
    () => true,
    (err: unknown) => {
      logger.error({ err, step }, 'shutdown_step_failed');
      return false;
    },
  );
  try {
    return await Promise.race([done, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
