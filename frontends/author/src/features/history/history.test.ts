import { describe, expect, it } from '@jest/globals';
import type { Revision } from '@inkbear/contracts/books/revision';
import { compare } from './comparison.ts';
import { daysOf } from './writing-sessions.ts';

const at = (time: string) => new Date(`2026-11-${time}`).toISOString();
const revision = (rev: number, time: string, wordCount: number): Revision => ({
  rev,
  at: at(time),
  kind: 'autosave',
  wordCount,
});

describe('daysOf', () => {
  it('groups revisions by day and session, with the words gained', () => {
    const rows = [
      revision(5, '20T14:41', 130),
      revision(4, '20T14:12', 120),
      revision(3, '20T09:00', 90),
      revision(2, '19T23:59', 100),
      revision(1, '16T08:00', 0),
    ];
    const days = daysOf(rows, new Date('2026-11-20T18:00'));
    expect(
      days.map(({ label, sessions }) => [
        label,
        sessions.map(({ revisions, wordDelta }) => [revisions.map(({ rev }) => rev), wordDelta]),
      ]),
    ).toEqual([
      [
        'Today',
        [
          [[5, 4], 40],
          [[3], -10],
        ],
      ],
      ['Yesterday', [[[2], 100]]],
      ['Monday 16 November', [[[1], null]]],
    ]);
  });

  it('ends a session at midnight and after half an hour', () => {
    const rows = [revision(3, '20T00:10', 3), revision(2, '19T23:58', 2), revision(1, '19T23:28', 1)];
    expect(daysOf(rows, new Date('2027-01-01T00:00')).map(({ label, sessions }) => [label, sessions.length])).toEqual([
      ['Friday 20 November 2026', 1],
      ['Thursday 19 November 2026', 2],
    ]);
  });
});

describe('compare', () => {
  it('counts words and folds unchanged parts', () => {
    const long = 'The bear walked along the harbour wall. '.repeat(40);
    const { pieces, added, removed } = compare(`${long}old end`, `${long}new and better end`);
    expect([added, removed, pieces.map(({ kind }) => kind)]).toEqual([
      3,
      1,
      ['folded', 'same', 'removed', 'added', 'same'],
    ]);
    expect(
      pieces
        .filter(({ kind }) => kind !== 'added')
        .map(({ text }) => text)
        .join(''),
    ).toBe(`${long}old end`);
  });

  it('never splits a surrogate pair', () => {
    const { pieces } = compare(`${'🐻'.repeat(1000)} a`, `${'🐻'.repeat(1000)} b`);
    expect(pieces.every(({ text }) => text.isWellFormed())).toBe(true);
  });

  it('finishes for two long texts without common words', () => {
    const book = (word: string) => Array.from({ length: 90_000 }, (_, index) => `${word}${index % 977}`).join(' ');
    expect(compare(book('bear'), book('ink'))).toMatchObject({ added: 90_000, removed: 90_000 });
  });
});
