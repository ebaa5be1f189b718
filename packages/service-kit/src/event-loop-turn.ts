import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/**
 * From this many UTF-16 units or bytes on, a text is long: parsing, checking, serialising or writing one of 2 MB takes 10
 * to 50 ms of the event loop.
 */
export const longTextLength = 128 * 1024;

/** The longest pause after a turn. */
const maxPauseMs = 50;

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Starts at most one long text per turn of the event loop, then pauses as long as that turn took, but at most 50 ms.
 * Without the pauses, long texts that arrive together would be processed without a break, and every step of another
 * request would wait for one of them. A turn that was long because of other work is followed by a pause too.
 */
export function waitForTurn(): Promise<void> {
  const turn = lastTurn;
  lastTurn = turn.then(pauseAfterTurn);
  return turn;
}

/** Starts together with the work of the caller that got its turn; `setImmediate` runs after it. */
async function pauseAfterTurn(): Promise<void> {
  const startedAt = performance.now();
  await setImmediate();
  const took = performance.now() - startedAt;
  if (took >= 1) await sleep(Math.min(took, maxPauseMs));
}
