import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Author } from './author.ts';

/** Longer than the windows of the rate limits, which are a minute at most for reads. */
const defaultDeadlineMs = 180_000;

/**
 * Sends a GET request; waits and retries as long as the rate limit refuses it.
 * @param deadlineMs fails instead of waiting longer than this in total
 */
export async function getWithRateLimitRetry(
  author: Author,
  route: string,
  headers: Record<string, string> = {},
  deadlineMs = defaultDeadlineMs,
): Promise<Answer> {
  const deadline = Date.now() + deadlineMs;
  for (let refusals = 1; ; refusals += 1) {
    const answer = await author.call('GET', route, undefined, headers);
    if (answer.status !== 429) return answer;
    const seconds = Math.max(1, Number(answer.headers.get('retry-after')));
    if (Date.now() + seconds * 1000 > deadline)
      throw new Error(
        `GET ${route} was refused ${refusals} times by the rate limit, the last time for ${seconds} s, ` +
          `which is beyond its deadline of ${deadlineMs / 1000} s.`,
      );
    await sleep(seconds * 1000);
  }
}
