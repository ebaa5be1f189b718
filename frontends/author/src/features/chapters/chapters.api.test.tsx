import { afterEach, expect, it } from '@jest/globals';
import { listChapters } from '@inkbear/contracts/books/chapter';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { type FakeAnswer, fakeApi } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useChangeChapters } from './chapters.api.ts';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

const params = { id: 'b1' };
const rows = [
  { id: 'c1', title: 'Fog', chapterNumber: 1 },
  { id: 'c2', title: 'Salt', chapterNumber: 2 },
] as unknown as ChapterItem[];

/** A list is being read while the author changes it; `answerRead` sends the rows from before. */
async function changeDuringRead() {
  let answerRead: () => void = () => undefined;
  let reads = 0;
  const never = () => new Promise<FakeAnswer>(() => undefined);
  api = fakeApi({
    'GET /api/books/b1/chapters': () => {
      reads += 1;
      return reads === 1
        ? { body: rows }
        : new Promise((resolve) => {
            answerRead = () => resolve({ body: rows });
          });
    },
    'PUT /api/chapters/c1': never,
    'PUT /api/books/b1/chapter-order': never,
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({ list: useQuery(read(listChapters, { params })), change: useChangeChapters('b1') }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  act(() => void client.invalidateQueries({ queryKey: ['api', 'books', 'b1'] }));
  await waitFor(() => expect(reads).toBe(2));
  return {
    result,
    answer: () =>
      act(async () => {
        answerRead();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }),
  };
}

it('keeps an optimistic rename when an older list read finishes', async () => {
  const { result, answer } = await changeDuringRead();
  act(() => result.current.change.rename.mutate({ id: 'c1', title: 'Low Water' }));
  await waitFor(() => expect(result.current.list.data?.[0]?.title).toBe('Low Water'));
  await answer();
  expect(result.current.list.data?.[0]?.title).toBe('Low Water');
});

it('keeps an optimistic reorder when an older list read finishes', async () => {
  const { result, answer } = await changeDuringRead();
  act(() => result.current.change.reorder.mutate(['c2', 'c1']));
  const numbers = () => result.current.list.data?.map(({ id, chapterNumber }) => `${id} ${chapterNumber}`);
  await waitFor(() => expect(numbers()).toEqual(['c1 2', 'c2 1']));
  await answer();
  expect(numbers()).toEqual(['c1 2', 'c2 1']);
});
