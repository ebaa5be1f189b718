import { describe, expect, it } from '@jest/globals';
import type { Evidence } from '@inkbear/contracts/bible/entry';
import { moveStatement } from './move-evidence.ts';

const moved = { fromId: 'old', toId: 'new', from: 10, to: 50, at: 3 };
const evidence = (from: number, to: number, more: Partial<Evidence> = {}): Evidence => ({
  chapterId: 'old',
  rev: 4,
  from,
  to,
  quote: 'quote',
  state: 'found',
  ...more,
});
const unmoved = { evidence: [], since: null, until: null };
const move = (row: Partial<Parameters<typeof moveStatement>[0]>) =>
  moveStatement({ ...unmoved, ...row }, { moved, targetRev: 7, placeOf: ({ from, to }) => ({ from, to }) });

describe('evidence of a text that moves', () => {
  it('moves with it, to positions of the revision after the operation', () => {
    const others = [evidence(0, 5), evidence(5, 12), evidence(45, 51), evidence(10, 20, { chapterId: 'third' })];
    expect(move({ evidence: [...others, evidence(10, 20), evidence(40, 50, { state: 'changed' })] })?.evidence).toEqual(
      [
        ...others,
        evidence(3, 13, { chapterId: 'new', rev: 7 }),
        evidence(33, 43, { chapterId: 'new', rev: 7, state: 'changed' }),
      ],
    );
  });

  it('takes the beginning of what it states along', () => {
    const row = { evidence: [evidence(20, 30)], since: { chapterId: 'old', at: 20 } };
    expect(move(row)?.since).toEqual({ chapterId: 'new', at: 13 });
  });

  it('is left alone when nothing of it moves', () => {
    expect(
      move({ evidence: [evidence(0, 5)], since: { chapterId: 'old', at: 0 }, until: { chapterId: 'x', at: 20 } }),
    ).toBeNull();
  });
});

it('places in the moved text from and to which a fact is valid move also without evidence', () => {
  expect(move({ since: { chapterId: 'old', at: 12 }, until: { chapterId: 'old', at: 50 } })).toEqual({
    evidence: [],
    since: { chapterId: 'new', at: 5 },
    until: { chapterId: 'new', at: 43 },
  });
});
