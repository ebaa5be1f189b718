import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 50;

/**
 * Polls `read` until `isDone` is true of its value, for effects that reach a test by event, and returns the value.
 * Throws with the last value after `timeoutMs`.
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  isDone: (value: T) => boolean = Boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`The condition was not met within ${timeoutMs} ms. Last value: ${JSON.stringify(value)}`);
    await sleep(pollMs);
  }
}
