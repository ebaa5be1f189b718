import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Author } from './author.ts';

/** Reads a route; waits and repeats as long as the rate limit refuses. */
export async function readWhenAllowed(
  author: Author,
  route: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  for (;;) {
    const answer = await author.call('GET', route, undefined, headers);
    if (answer.status !== 429) return answer;
    await sleep(Math.max(1, Number(answer.headers.get('retry-after'))) * 1000);
  }
}
