import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useWritingProgress } from './progress.api.ts';

let api: ReturnType<typeof fakeApi>;
let wordsToday: number;
beforeEach(() => {
  jest.useFakeTimers();
  wordsToday = 100;
  api = fakeApi({ 'GET /api/books/b1/progress': () => ({ body: { wordsToday, days: [] } }) });
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.useRealTimers();
});

function Words({ savedAt }: { savedAt: number | null }) {
  return <p>{useWritingProgress('b1', savedAt).data?.wordsToday} words</p>;
}
async function open() {
  const client = createQueryClient();
  const page = (savedAt: number | null) => (
    <QueryClientProvider client={client}>
      <Words savedAt={savedAt} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(null));
  await advance(0);
  return { save: () => rerender(page(Date.now())) };
}
const advance = (ms: number) => act(async () => await jest.advanceTimersByTimeAsync(ms));

describe('useWritingProgress', () => {
  it('reads the progress after a save until its words are counted, and not again', async () => {
    const { save } = await open();
    await advance(60_000);
    expect(api.requests).toHaveLength(1);
    save();
    await advance(3000);
    wordsToday = 120;
    await advance(2000);
    expect(screen.getByText('120 words')).toBeDefined();
    const count = api.requests.length;
    await advance(60_000);
    expect([count, api.requests.length]).toEqual([3, 3]);
  });

  it('stops ten seconds after a save that leaves the numbers unchanged, and begins again with the next save', async () => {
    const { save } = await open();
    save();
    await advance(60_000);
    const count = api.requests.length;
    save();
    wordsToday = 90;
    await advance(2500);
    expect([count, api.requests.length, screen.getByText('90 words')]).toEqual([6, 7, expect.anything()]);
  });
});
