import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyStoredChange } from './change.ts';
import { diffTexts } from './diff-texts.ts';

const piece = fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' ', '🐻', '🐺', 'é'), maxLength: 8 });
const shared = fc.constantFrom('a'.repeat(80_000), '🐻\n'.repeat(40_000), 'one two\n'.repeat(10_000));
/** Texts too long for a diff by words, with a few differences between a common beginning and end. */
const longPair = fc
  .tuple(shared, piece, piece, piece, shared, fc.boolean())
  .map(([start, one, other, middle, end, both]): [string, string] => {
    const second = both ? `${other}${middle.repeat(3)}` : other;
    return [start + one + end, start + second + end];
  });

describe('diffTexts', () => {
  it('produces changes that lead from one long text to the other without splitting surrogate pairs', () => {
    fc.assert(
      fc.property(longPair, ([before, after]) => {
        const changes = diffTexts(before, after);
        expect(changes.newLength).toBe(after.length);
        expect(applyStoredChange(before, { changes: JSON.stringify(changes) }) === after).toBe(true);
        for (const part of changes.toJSON() as (number | [number, ...string[]])[]) {
          if (typeof part !== 'number')
            expect(part.slice(1).every((line) => (line as string).isWellFormed())).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('replaces exactly the range between the first and the last difference of long texts', () => {
    const [start, end] = ['s'.repeat(100_000), 'e'.repeat(100_000)];
    expect(diffTexts(`${start}🐻${end}`, `${start}🐺${end}`).toJSON()).toEqual([100_000, [2, '🐺'], 100_000]);
    expect(diffTexts(start + end, `${start}new\nlines${end}`).toJSON()).toEqual([
      100_000,
      [0, 'new', 'lines'],
      100_000,
    ]);
    expect(diffTexts(`${start}old${end}`, '').toJSON()).toEqual([[200_003]]);
    expect(diffTexts('', `${start}${end}`).toJSON()).toEqual([[0, start + end]]);
  });

  it('compares short texts by words', () => {
    const [before, after] = ['one two three four five', 'one 2 three four fives'];
    expect(JSON.stringify(diffTexts(before, after))).toBe('[4,[3,"2"],16,[0,"s"]]');
  });
});
