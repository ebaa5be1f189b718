import { describe, expect, it } from '@jest/globals';
import { HeadCache } from './head-cache.ts';
import { newNote, type NoteRow } from './testing/notes.ts';

const cachedHead = (id: string, units: number, pendingIds: string[] = []) => ({
  head: newNote({ _id: id, content: 'x'.repeat(units) }),
  pendingIds: new Set(pendingIds),
});

describe('HeadCache', () => {
  it('evicts the least recently used heads beyond the limit', () => {
    const cache = new HeadCache<NoteRow>(10_000);
    for (const id of ['a', 'b', 'c']) cache.set(cachedHead(id, 2000));
    cache.set(cachedHead('a', 2500));
    cache.set(cachedHead('d', 2000));
    expect(['a', 'b', 'c', 'd'].map((id) => cache.get(id)?.head.content.length ?? null)).toEqual([
      2500,
      null,
      2000,
      2000,
    ]);
    cache.set(cachedHead('e', 9001));
    expect(['a', 'c', 'd', 'e'].map((id) => cache.get(id)?.head._id ?? null)).toEqual(['a', 'c', 'd', null]);
  });

  it('counts pending changes towards the limit', () => {
    const cache = new HeadCache<NoteRow>(10_000);
    cache.set(cachedHead('a', 3000));
    cache.set(
      cachedHead(
        'b',
        3000,
        Array.from({ length: 50 }, (_, index) => `change-${index}`),
      ),
    );
    expect([cache.get('a'), cache.get('b')?.pendingIds.size]).toEqual([null, 50]);
  });

  it('frees the space of deleted entries', () => {
    const cache = new HeadCache<NoteRow>(10_000);
    for (let round = 0; round < 5; round += 1) {
      cache.set(cachedHead('a', 8000));
      cache.delete('a');
      cache.delete('a');
    }
    cache.set(cachedHead('b', 4000));
    cache.set(cachedHead('c', 4000));
    expect([cache.get('a'), cache.get('b')?.head._id, cache.get('c')?.head._id]).toEqual([null, 'b', 'c']);
  });
});
