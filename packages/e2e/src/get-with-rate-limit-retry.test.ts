import { expect, it } from '@jest/globals';
import type { Answer, Author } from './author.ts';
import { getWithRateLimitRetry } from './get-with-rate-limit-retry.ts';

/** An author whose requests get these replies, one after the other, and then always the last one. */
function authorWith(...replies: readonly { status: number; retryAfter?: string }[]) {
  const routes: string[] = [];
  const call = async (_method: string, route: string): Promise<Answer> => {
    const { status, retryAfter } = replies[Math.min(routes.push(route), replies.length) - 1] ?? { status: 0 };
    const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    return { status, body: {}, headers };
  };
  return { author: { call } as unknown as Author, routes };
}

it('waits as long as the rate limit says and retries', async () => {
  const { author, routes } = authorWith({ status: 429, retryAfter: '1' }, { status: 200 });
  const startedAt = performance.now();
  const { status } = await getWithRateLimitRetry(author, '/api/user');
  expect([status, routes]).toEqual([200, ['/api/user', '/api/user']]);
  expect(performance.now() - startedAt).toBeGreaterThan(990);
});

it('returns every reply that is not a refusal of the rate limit', async () => {
  const { author, routes } = authorWith({ status: 503, retryAfter: '1' });
  const { status } = await getWithRateLimitRetry(author, '/api/user');
  expect([status, routes]).toEqual([503, ['/api/user']]);
});

it.each([
  { name: 'refused for longer than the deadline', retryAfter: '60', deadlineMs: 2000, refusals: 1 },
  { name: 'refused again and again until the deadline', retryAfter: '1', deadlineMs: 1500, refusals: 2 },
  { name: 'refused without Retry-After', retryAfter: undefined, deadlineMs: 1500, refusals: 2 },
])('fails with the route when it is $name', async ({ retryAfter, deadlineMs, refusals }) => {
  const { author, routes } = authorWith({ status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) });
  await expect(getWithRateLimitRetry(author, '/api/user', {}, deadlineMs)).rejects.toThrow(
    `GET /api/user was refused ${refusals} times by the rate limit, the last time for ${retryAfter ?? 1} s, ` +
      `which is beyond its deadline of ${deadlineMs / 1000} s.`,
  );
  expect(routes).toHaveLength(refusals);
});
