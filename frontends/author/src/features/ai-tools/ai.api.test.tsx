import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { aiLimitsQuery, coachingStatusQuery, useAiResults, useRefreshAiUsage } from './ai.api.ts';
import { aiContextQuery } from './ai-context.api.ts';
import { storyLimitsQuery } from '../stories/story-limits.api.ts';

const usage = [
  'GET /api/ai/limits',
  'GET /api/ai/results',
  'GET /api/user/coaching-status',
  'GET /api/personal-stories/s/limits',
];
const others = ['GET /api/ai/context'];
const client = createQueryClient();
let api: ReturnType<typeof fakeApi>;
let refresh: ReturnType<typeof useRefreshAiUsage>;

beforeEach(async () => {
  jest.useFakeTimers();
  api = fakeApi(Object.fromEntries([...usage, ...others].map((route) => [route, { body: [] }])));
  client.setQueryData(['user'], fakeUser);
  const { result } = renderHook(
    () => {
      useQuery(aiLimitsQuery({ bookId: 'b' }));
      useAiResults({ bookId: 'b' });
      useQuery(coachingStatusQuery());
      useQuery(storyLimitsQuery('s'));
      useQuery(aiContextQuery('c'));
      return useRefreshAiUsage();
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  refresh = result.current;
  await pass(1);
  api.requests.length = 0;
});
afterEach(() => {
  cleanup();
  client.clear();
  api.restore();
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** How often each read was sent since the previous call of this function. */
function sentSince(): number[] {
  const routes = api.requests.splice(0).map(({ route }) => route);
  return [...usage, ...others].map((route) => routes.filter((each) => each === route).length);
}

describe('useRefreshAiUsage', () => {
  it('refetches counters, results and the session once after a successful request', async () => {
    refresh('succeeded');
    expect(client.getQueryState(['user'])?.isInvalidated).toBe(true);
    await pass(1);
    expect(sentSince()).toEqual([1, 1, 1, 1, 0]);
    await pass(30_000);
    expect(sentSince()).toEqual([0, 0, 0, 0, 0]);
  });

  it('polls after a failed request, because its refund may arrive seconds later', async () => {
    refresh('failed');
    await pass(1);
    expect(sentSince()).toEqual([1, 1, 1, 1, 0]);
    for (const ms of [2000, 2000, 2000, 2000]) {
      await pass(ms);
      expect(sentSince()).toEqual([1, 1, 1, 1, 0]);
    }
    await pass(2000);
    sentSince();
    await pass(30_000);
    expect(sentSince()).toEqual([0, 0, 0, 0, 0]);
  });

  it('marks counters that are not on the screen as stale', async () => {
    cleanup();
    refresh('succeeded');
    await pass(1);
    const states = client.getQueryCache().getAll();
    expect(states.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey[2])).toEqual(
      expect.arrayContaining(['limits', 'results', 'coaching-status', 's']),
    );
    expect(client.getQueryState(['api', 'ai', 'context', { chapterId: 'c' }])?.isInvalidated).toBe(false);
  });
});
