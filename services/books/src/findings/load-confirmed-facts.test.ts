import { describe, expect, it } from '@jest/globals';
import { toNamedFacts } from './load-confirmed-facts.ts';

const entries = [
  { _id: 'e1', name: 'Mara Venn', aliases: ['Mara'] },
  { _id: 'e2', name: 'Tom', aliases: [] },
];
const always = {
  ...{ _id: 'f1', entryId: 'e1', attribute: 'eyes', value: 'grey' },
  ...{ since: null, until: null, knownBy: null },
};
const lists = { allChapterIds: ['c1', 'c2', 'c3', 'c4'], ids: ['c1', 'c3'] };
const validityOf = (since: string | null, until: string | null) => {
  const point = (chapterId: string | null) => (chapterId === null ? null : { chapterId, at: 7 });
  const [fact] = toNamedFacts(entries, [{ ...always, since: point(since), until: point(until) }], lists);
  return fact && [fact.since, fact.until];
};
const start = { chapter: 0, at: 0 };

describe('confirmed facts of the story bible', () => {
  it('has all names of its entry, and of those who know it', () => {
    expect(toNamedFacts(entries, [{ ...always, knownBy: ['e2', 'deleted'] }], lists)).toEqual([
      {
        names: ['Mara Venn', 'Mara'],
        attribute: 'eyes',
        value: 'grey',
        since: start,
        until: null,
        knownBy: [['Tom']],
      },
    ]);
    expect(toNamedFacts(entries, [{ ...always, entryId: 'deleted' }], lists)).toEqual([]);
  });

  it('ends where the fact that replaces it begins, also when that has moved', () => {
    const older = { ...always, until: { chapterId: 'c1', at: 3 } };
    const newer = { ...always, _id: 'f2', value: 'green', since: { chapterId: 'c3', at: 7 }, replaces: 'f1' };
    expect(toNamedFacts(entries, [older, newer], lists).map(({ since, until }) => [since, until])).toEqual([
      [start, { chapter: 1, at: 7 }],
      [{ chapter: 1, at: 7 }, null],
    ]);
  });

  it.each([
    ['always', null, null, [start, null]],
    ['from a checked chapter on', 'c3', null, [{ chapter: 1, at: 7 }, null]],
    ['from a chapter on that is not checked', 'c2', null, [{ chapter: 1, at: 0 }, null]],
    ['until a checked chapter', null, 'c3', [start, { chapter: 1, at: 7 }]],
    ['until after the checked chapters', null, 'c4', [start, { chapter: 2, at: 0 }]],
    ['after the checked chapters', 'c4', null, undefined],
    ['within deleted chapters', 'gone', 'gone', [start, null]],
  ])('is valid %s', (_when, since, until, expected) => expect(validityOf(since, until)).toEqual(expected));
});
