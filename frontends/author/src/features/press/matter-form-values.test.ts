import { describe, expect, it } from '@jest/globals';
import { type MatterSection, matterLimits } from '@inkbear/contracts/books/matter';
import {
  describePieces,
  isMatterValid,
  listPieces,
  matterFormValuesOf,
  normaliseMatter,
  writePieces,
} from './matter-form-values.ts';

const pieces: MatterSection[] = [
  { kind: 'copyright', title: '', text: '© Ada' },
  { kind: 'epigraph', title: '', text: 'One.' },
  { kind: 'epigraph', title: '', text: 'Two.' },
  { kind: 'notes', title: 'Sources', text: 'None.' },
];

describe('the texts of front and back matter', () => {
  it('are read back in the order in which they are printed', () => {
    const mixed = [pieces[3], pieces[1], pieces[0], pieces[2]] as MatterSection[];
    expect(listPieces(matterFormValuesOf({ pieces: mixed }))).toEqual(pieces);
  });

  it('are equal to the stored ones apart from empty pieces and spaces around a title', () => {
    const stored = matterFormValuesOf({ pieces });
    const typed = { ...stored, preface: writePieces([{ title: ' ', text: '' }]) };
    expect(normaliseMatter(typed)).toEqual(stored);
    expect(normaliseMatter({ ...stored, notes: writePieces([{ title: ' Sources ', text: 'None.' }]) })).toEqual(stored);
  });

  it('are valid within the limits of the server', () => {
    const many = (count: number) =>
      matterFormValuesOf({
        pieces: Array.from({ length: count }, () => ({ kind: 'notes' as const, title: '', text: 'x' })),
      });
    expect([many(matterLimits.pieces), many(matterLimits.pieces + 1)].map(isMatterValid)).toEqual([true, false]);
    const long = (length: number) =>
      matterFormValuesOf({ pieces: [{ kind: 'notes', title: '', text: 'x'.repeat(length) }] });
    expect([long(matterLimits.text), long(matterLimits.text + 1)].map(isMatterValid)).toEqual([true, false]);
  });

  it('are shown as text', () => {
    expect(describePieces(matterFormValuesOf({ pieces }).epigraph)).toBe('One.\n\nTwo.');
  });
});
