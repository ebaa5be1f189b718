import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 50;

/**
 * Sends a request again for as long as the service answers 503 because a queue of it is full, and returns the first other
 * answer. For tests that count answers which a busy machine must not change.
 */
export async function sendUntilFree<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await sleep(pauseMs);
  }
}
