import { describe, expect, it } from '@jest/globals';
import { ChangeSet } from '@codemirror/state';
import fc from 'fast-check';
import { diffToChanges } from './changes.ts';
import {
  deltaByOrigin,
  InvalidOriginsError,
  mapOrigins,
  originKinds,
  originsAfter,
  originsRemoved,
  type OriginSpan,
  overlayOrigins,
  parseOrigins,
} from './origins.ts';
import { editedPair } from './testing/texts.ts';
import { countWordsDelta } from './word-count.ts';

/** The origin of each position, one letter each, '.' for none: a slow reference model. */
const paint = (spans: readonly OriginSpan[], length: number): string => {
  const cells = Array.from({ length }, () => '.');
  for (const { from, to, kind } of spans) cells.fill(kind.charAt(0), from, to);
  return cells.join('');
};

const spansOf = (length: number): fc.Arbitrary<OriginSpan[]> =>
  fc.array(fc.tuple(fc.nat(length), fc.constantFrom(...originKinds)), { maxLength: 8 }).map((cuts) => {
    const sorted = cuts.sort((a, b) => a[0] - b[0]);
    return sorted.flatMap(([from, kind], at): OriginSpan[] => {
      const to = sorted[at + 1]?.[0] ?? from;
      return to > from && at % 3 !== 2 ? [{ from, to, kind }] : [];
    });
  });

describe('origins', () => {
  it.each<[string, unknown]>([
    ['no list', 'x'],
    ['null inside', [null]],
    ['empty span', [{ from: 1, to: 1, kind: 'ai' }]],
    ['outside', [{ from: 0, to: 11, kind: 'ai' }]],
    ['unknown kind', [{ from: 0, to: 1, kind: 'toString' }]],
    ['fraction', [{ from: 0.5, to: 1, kind: 'ai' }]],
    ['long id', [{ from: 0, to: 1, kind: 'ai', resultId: 'x'.repeat(65) }]],
    [
      'overlap',
      [
        { from: 0, to: 5, kind: 'ai' },
        { from: 4, to: 6, kind: 'typed' },
      ],
    ],
  ])('are refused: %s', (_name, json) => {
    expect(() => parseOrigins(json, 10)).toThrow(InvalidOriginsError);
  });

  it('sorts and merges parsed spans', () => {
    expect(
      parseOrigins(
        [
          { from: 4, to: 6, kind: 'ai', resultId: 'r' },
          { from: 2, to: 4, kind: 'ai', resultId: 'r' },
          { from: 0, to: 2, kind: 'ai' },
        ],
        10,
      ),
    ).toEqual([
      { from: 0, to: 2, kind: 'ai' },
      { from: 2, to: 6, kind: 'ai', resultId: 'r' },
    ]);
  });

  it('maps spans through changes without extending them to inserted text', () => {
    const changes = ChangeSet.of(
      [
        { from: 2, insert: 'xx' },
        { from: 4, to: 6 },
      ],
      10,
    );
    expect(mapOrigins([{ from: 0, to: 8, kind: 'ai' }], changes)).toEqual([
      { from: 0, to: 2, kind: 'ai' },
      { from: 4, to: 8, kind: 'ai' },
    ]);
    fc.assert(
      fc.property(
        editedPair.chain(([a, b]) => fc.tuple(fc.constant(a), fc.constant(b), spansOf(a.length))),
        ([before, after, spans]) => {
          const set = diffToChanges(before, after);
          let painted = '';
          let position = 0;
          const old = paint(spans, before.length);
          set.iterChanges((from, to, _fromB, _toB, inserted) => {
            painted += old.slice(position, from) + '.'.repeat(inserted.length);
            position = to;
          });
          expect(paint(mapOrigins(spans, set), after.length)).toBe(painted + old.slice(position));
        },
      ),
    );
  });

  it('overlays newer spans on older ones', () => {
    fc.assert(
      fc.property(spansOf(40), spansOf(40), (older, newer) => {
        const top = paint(newer, 40);
        const expected = Array.from(paint(older, 40), (cell, at) => (top[at] === '.' ? cell : top[at])).join('');
        expect(paint(overlayOrigins(older, newer), 40)).toBe(expected);
      }),
    );
  });
});

describe('words by origin', () => {
  it('distinguishes typed words from an accepted proposal', () => {
    const before = 'The bear.';
    const after = 'The brown bear. It wrote a book.';
    const delta = deltaByOrigin(before, diffToChanges(before, after), [
      { from: 15, to: 32, kind: 'ai', resultId: 'r1' },
    ]);
    expect(delta).toEqual({ typed: 1, pasted: 0, ai: 4, imported: 0, removed: 0, removedNotTyped: 0 });
  });

  it('counts a word typed letter by letter once, and a split word as one more', () => {
    expect(deltaByOrigin('th', ChangeSet.of({ from: 2, insert: 'e' }, 2), [])).toMatchObject({ typed: 0, removed: 0 });
    expect(deltaByOrigin('inkbear', ChangeSet.of({ from: 3, insert: ' ' }, 7), [])).toMatchObject({
      typed: 1,
      removed: 0,
    });
  });

  it('distinguishes removed AI words from removed typed words', () => {
    const before = 'I typed this. AI wrote that.';
    const known: OriginSpan[] = [{ from: 14, to: 28, kind: 'ai' }];
    expect(deltaByOrigin(before, ChangeSet.of({ from: 13, to: 28 }, 28), [], known)).toMatchObject({
      removed: 3,
      removedNotTyped: 3,
    });
    expect(deltaByOrigin(before, ChangeSet.of({ from: 8, to: 17 }, 28), [], known)).toMatchObject({
      removed: 2,
      removedNotTyped: 1,
    });
    expect(deltaByOrigin(before, ChangeSet.of({ from: 0, to: 14 }, 28), [], known)).toMatchObject({
      removed: 3,
      removedNotTyped: 0,
    });
    expect(originsRemoved(known, ChangeSet.of({ from: 8, to: 17 }, 28))).toEqual([{ from: 14, to: 17, kind: 'ai' }]);
  });

  it('keeps origins correct over a series of saves', () => {
    fc.assert(
      fc.property(
        editedPair.chain(([a, b]) => fc.tuple(fc.constant(a), fc.constant(b), spansOf(a.length), spansOf(b.length))),
        ([before, after, known, sent]) => {
          const changes = diffToChanges(before, after);
          const isInserted = Array.from({ length: after.length }, () => false);
          changes.iterChanges((_fromA, _toA, from, to) => void isInserted.fill(true, from, to), true);
          const [moved, top] = [paint(mapOrigins(known, changes), after.length), paint(sent, after.length)];
          const expected = isInserted.map((isNew, at) => (isNew ? top[at] : moved[at])).join('');
          expect(paint(originsAfter(known, changes, sent), after.length)).toBe(expected);
        },
      ),
    );
  });

  it('sums up to the change of the word count', () => {
    fc.assert(
      fc.property(
        editedPair.chain(([a, b]) => fc.tuple(fc.constant(a), fc.constant(b), spansOf(b.length))),
        ([before, after, spans]) => {
          const changes = diffToChanges(before, after);
          const { typed, pasted, ai, imported, removed } = deltaByOrigin(before, changes, spans);
          expect(typed + pasted + ai + imported - removed).toBe(countWordsDelta(before, changes));
          expect(Math.min(typed, pasted, ai, imported, removed)).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
