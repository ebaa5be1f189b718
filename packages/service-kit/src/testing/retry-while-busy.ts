import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 50;
const giveUpMs = 60_000;

/**
 * Repeats a request while the reply is 503 (a queue is full), for at most a minute. Returns the last reply. For tests
 * whose counts must not depend on how busy the machine is.
 */
export async function retryWhileBusy<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + giveUpMs;
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    await sleep(pauseMs);
  }
}
