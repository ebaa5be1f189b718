import { afterEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from './query-client.ts';
import { useRefreshCounters } from './use-refresh-counters.ts';

afterEach(() => void jest.useRealTimers());

it('asks again for what is left and what is kept, also when the server gives a use back seconds later', () => {
  jest.useFakeTimers();
  const client = createQueryClient();
  const keys = [
    ['api', 'ai', 'limits'],
    ['api', 'ai', 'results'],
    ['api', 'user', 'coaching-status'],
    ['api', 'personal-stories', 's', 'limits'],
    ['user'],
  ];
  const others = [
    ['api', 'ai', 'context'],
    ['api', 'books', 'b'],
    ['api', 'personal-stories', 's'],
  ];
  const stale = (all: string[][]) => all.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
  const renew = () => {
    for (const queryKey of [...keys, ...others]) client.setQueryData(queryKey, {});
  };
  const { current: refresh } = renderHook(() => useRefreshCounters(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  }).result;
  renew();
  refresh();
  jest.advanceTimersByTime(1);
  expect([stale(keys), stale(others)]).toEqual([
    [true, true, true, true, true],
    [false, false, false],
  ]);
  for (const ms of [1500, 2500, 6000]) {
    renew();
    jest.advanceTimersByTime(ms);
    expect(stale(keys.slice(0, 4))).toEqual([true, true, true, true]);
  }
  jest.runAllTimers();
  client.clear();
});
