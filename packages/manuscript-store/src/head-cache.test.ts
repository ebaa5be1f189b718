import { describe, expect, it } from '@jest/globals';
import { HeadCache } from './head-cache.ts';
import { newNote, type NoteRow } from './testing/notes.ts';

const note = (id: string, units: number) => newNote({ _id: id, content: 'x'.repeat(units) });

describe('the heads kept in memory', () => {
  it('are those used last, as long as their texts fit the bound', () => {
    const cache = new HeadCache<NoteRow>(10_000);
    for (const id of ['a', 'b', 'c']) cache.keep(note(id, 2000));
    cache.keep(note('a', 2500));
    cache.keep(note('d', 2000));
    expect(['a', 'b', 'c', 'd'].map((id) => cache.find(id)?.content.length ?? null)).toEqual([2500, null, 2000, 2000]);
    cache.keep(note('e', 9001));
    expect(['a', 'c', 'd', 'e'].map((id) => cache.find(id)?._id ?? null)).toEqual(['a', 'c', 'd', null]);
  });

  it('free what they took when they are dropped', () => {
    const cache = new HeadCache<NoteRow>(10_000);
    for (let round = 0; round < 5; round += 1) {
      cache.keep(note('a', 8000));
      cache.drop('a');
      cache.drop('a');
    }
    cache.keep(note('b', 4000));
    cache.keep(note('c', 4000));
    expect([cache.find('a'), cache.find('b')?._id, cache.find('c')?._id]).toEqual([null, 'b', 'c']);
  });
});
