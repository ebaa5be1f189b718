import type { Logger } from './logger.ts';

/** Waits for a step of a process's stop, but no longer than `ms`; a step that is late or fails does not keep the next ones from running. Returns whether it was done. */
export async function stopStep(logger: Logger, step: string, ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(
    (resolve) =>
      (timer = setTimeout(() => {
        logger.warn({ step }, 'not done in time');
        resolve(false);
      }, ms)),
  );
  const done = work.then(
    () => true,
    (err: unknown) => {
      logger.error({ err, step }, 'a step of the stop failed');
      return false;
    },
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
