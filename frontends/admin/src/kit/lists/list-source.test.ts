import { expect, it, jest } from '@jest/globals';
import { collectRows } from './collect-rows.ts';
import { nextCursor } from './list-source.ts';
import { withChanges } from './use-address.ts';

it('reads the cursor of the next page from the Link header', () => {
  expect(nextCursor('</api/admin/users?limit=50&q=a+b&cursor=W10%3D>; rel="next"')).toBe('W10=');
  expect(nextCursor('</api/admin/users?cursor=x>; rel="prev"')).toBeNull();
  expect(nextCursor(null)).toBeNull();
});

it('collects every page in the largest size, and stops when it is told', async () => {
  const pages: Record<string, { rows: number[]; next: string | null }> = {
    '': { rows: [1, 2], next: 'b' },
    b: { rows: [3], next: null },
  };
  const load = jest.fn(
    async (words: Record<string, unknown>) => pages[String(words['cursor'] ?? '')] ?? { rows: [], next: null },
  );
  const seen: number[] = [];
  const source = { key: [], load };
  expect(
    await collectRows(
      source,
      { q: 'ada' },
      { signal: new AbortController().signal, onProgress: (count) => seen.push(count) },
    ),
  ).toEqual([1, 2, 3]);
  expect(seen).toEqual([2, 3]);
  expect(load.mock.calls.map(([words]) => words)).toEqual([
    { q: 'ada', limit: 500, cursor: undefined },
    { q: 'ada', limit: 500, cursor: 'b' },
  ]);
});

it('puts words into an address and takes empty ones out', () => {
  expect(withChanges('?tab=users&cursor=x', { cursor: null, q: 'a b' })).toBe('?tab=users&q=a+b');
  expect(withChanges('?q=a', { q: '' })).toBe('');
});
