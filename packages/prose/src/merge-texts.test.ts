import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeTexts } from './merge-texts.ts';
import { editOnce, prose } from './testing/texts.ts';

const edit = fc.tuple(fc.nat(), fc.nat(8), fc.constantFrom('', 'MINE', 'a new sentence. '));
const insertion = fc.tuple(fc.nat(), fc.constant(0), fc.constantFrom('THEIRS', 'THEIRS too. '));

describe('mergeTexts', () => {
  it('merges edits of different places', () => {
    expect(mergeTexts('one two three four', 'one 2 three four', 'one two three four five')).toEqual({
      merged: 'one 2 three four five',
      hasConflicts: false,
    });
    expect(mergeTexts('a b c', 'a x c', 'a x c d')).toEqual({ merged: 'a x c d', hasConflicts: false });
    expect(mergeTexts('one two three four', 'two three four', 'two three')).toEqual({
      merged: 'two three',
      hasConflicts: false,
    });
    expect(mergeTexts('a', 'a', 'b')).toEqual({ merged: 'b', hasConflicts: false });
  });

  it('reports edits of one place as a conflict and shows both texts', () => {
    const { merged, hasConflicts } = mergeTexts('The bear sat.', 'The bear slept.', 'The bear danced.');
    expect(hasConflicts).toBe(true);
    expect(merged).toContain('slept');
    expect(merged).toContain('danced');
    expect(mergeTexts('end', 'end mine', 'end theirs').hasConflicts).toBe(true);
    expect(mergeTexts('The bear sat.', '', 'The brown bear sat.').hasConflicts).toBe(true);
  });

  it('accepts an insertion that continues the other side’s insertion', () => {
    const merged = { merged: 'Base. One. Two. End.', hasConflicts: false };
    expect(mergeTexts('Base. End.', 'Base. One. Two. End.', 'Base. One. End.')).toEqual(merged);
    expect(mergeTexts('Base. End.', 'Base. One. End.', 'Base. One. Two. End.')).toEqual(merged);
    expect(mergeTexts('The bear sat.', 'The bears sat.', 'The bears and wolves sat.').hasConflicts).toBe(true);
  });

  it('is symmetric and never drops an insertion', () => {
    let clean = 0;
    fc.assert(
      fc.property(prose(60), edit, insertion, (base, mineEdit, theirEdit) => {
        const mine = editOnce(base, mineEdit);
        const theirs = editOnce(base, theirEdit);
        const { merged, hasConflicts } = mergeTexts(base, mine, theirs);
        const mirrored = mergeTexts(base, theirs, mine);
        expect(mirrored.hasConflicts).toBe(hasConflicts);
        if (hasConflicts) return;
        clean += 1;
        expect(mirrored.merged).toBe(merged);
        expect(merged).toContain('THEIRS');
        expect(merged.length).toBe(mine.length + theirs.length - base.length);
      }),
      { numRuns: 500 },
    );
    expect(clean).toBeGreaterThan(50);
  });
});
