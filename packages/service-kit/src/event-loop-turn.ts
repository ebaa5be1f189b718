import { setImmediate } from 'node:timers/promises';

/**
 * From this many UTF-16 units or bytes on, a text is long: parsing, checking, serialising or writing one of 2 MB takes 10
 * to 50 ms of the event loop.
 */
export const longText = 128 * 1024;

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Lets one caller pass in each turn of the event loop. Otherwise long texts that were sent or requested together would be
 * processed one directly after the other, and every step of another request would wait for all of them.
 */
export const waitForTurn = (): Promise<void> => (lastTurn = lastTurn.then(() => setImmediate()));
