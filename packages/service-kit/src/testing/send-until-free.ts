import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 50;
const giveUpMs = 60_000;

/**
 * Sends a request again for as long as the answer is 503, as it is while a queue is full, a minute at most. Returns the
 * last answer. For tests that count answers which a busy machine must not change.
 */
export async function sendUntilFree<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + giveUpMs;
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    await sleep(pauseMs);
  }
}
