import { describe, expect, it } from '@jest/globals';
import { backMatterKinds, frontMatterKinds, matterKind, matterLimits, saveMatter } from './matter.ts';

const errorsOf = (pieces: unknown): string[] =>
  (saveMatter.body.safeParse({ pieces }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('front and back matter', () => {
  it('have a kind for each place in the book, all of them different', () => {
    expect(new Set(matterKind.options).size).toBe(frontMatterKinds.length + backMatterKinds.length);
  });

  it('may have several pieces of one kind, without title and text', () => {
    expect(
      saveMatter.body.parse({ pieces: [{ kind: 'epigraph' }, { kind: 'epigraph', text: ' A\n' }], rev: 1 }),
    ).toEqual({
      pieces: [
        { kind: 'epigraph', title: '', text: '' },
        { kind: 'epigraph', title: '', text: ' A\n' },
      ],
    });
  });

  it('are accepted at their bounds and refused beyond them', () => {
    const piece = { kind: 'notes', title: 'x'.repeat(matterLimits.title), text: 'x'.repeat(matterLimits.text) };
    expect(errorsOf(Array(20).fill(piece))).toEqual([]);
    expect(errorsOf(Array(21).fill({ kind: 'notes' }))).toEqual(['pieces: A book can have 20 such pages']);
    expect(errorsOf([{ ...piece, text: `${piece.text}x` }])).toEqual([
      'pieces.0.text: Please use at most 50000 characters',
    ]);
    expect(errorsOf([{ ...piece, title: `${piece.title}x` }])).toEqual([
      'pieces.0.title: Please use at most 200 characters',
    ]);
    expect([errorsOf([{ kind: 'half-title' }]), errorsOf([{ kind: 'notes', id: 'x' }]), errorsOf(undefined)]).toEqual([
      [expect.stringContaining('pieces.0.kind')],
      [expect.stringContaining('pieces.0')],
      [expect.stringContaining('pieces')],
    ]);
  });
});
