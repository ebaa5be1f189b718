import { expect, it, jest } from '@jest/globals';
import { fetchAllRows } from './fetch-all-rows.ts';
import { parseNextCursor } from './list-source.ts';
import { applyChanges } from './use-url-params.ts';

it('reads the cursor of the next page from the Link header', () => {
  expect(parseNextCursor('</api/admin/users?limit=50&q=a+b&cursor=W10%3D>; rel="next"')).toBe('W10=');
  expect(parseNextCursor('</api/admin/users?cursor=x>; rel="prev"')).toBeNull();
  expect(parseNextCursor(null)).toBeNull();
});

it('fetches every page at the largest size and reports progress', async () => {
  const pages: Record<string, { rows: number[]; next: string | null }> = {
    '': { rows: [1, 2], next: 'b' },
    b: { rows: [3], next: null },
  };
  const load = jest.fn(
    async (params: Record<string, unknown>) => pages[String(params['cursor'] ?? '')] ?? { rows: [], next: null },
  );
  const seen: number[] = [];
  const source = { key: [], load };
  expect(
    await fetchAllRows(
      source,
      { q: 'ada' },
      { signal: new AbortController().signal, onProgress: (count) => seen.push(count) },
    ),
  ).toEqual([1, 2, 3]);
  expect(seen).toEqual([2, 3]);
  expect(load.mock.calls.map(([params]) => params)).toEqual([
    { q: 'ada', limit: 500, cursor: undefined },
    { q: 'ada', limit: 500, cursor: 'b' },
  ]);
});

it('sets query parameters and removes empty ones', () => {
  expect(applyChanges('?tab=users&cursor=x', { cursor: null, q: 'a b' })).toBe('?tab=users&q=a+b');
  expect(applyChanges('?q=a', { q: '' })).toBe('');
});
