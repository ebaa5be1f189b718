import { describe, expect, it } from '@jest/globals';
import { designDefaults, type DesignSettings } from '@inkbear/contracts/books/design';
import { decideDesign, type DesignRow, requireValidDesign } from './design.ts';

const at = new Date('2026-11-24T10:00:00Z');
const decide = (stored: DesignRow | null, baseRev: number, changes: Partial<DesignSettings> = {}) =>
  decideDesign(stored, { bookId: 'b', userId: 'u', baseRev, settings: { ...designDefaults, ...changes }, at });
function saved(stored: DesignRow | null, baseRev: number, changes: Partial<DesignSettings> = {}) {
  const decision = decide(stored, baseRev, changes);
  if (decision.state !== 'changed') throw new Error('Nothing was changed.');
  return decision;
}

describe('decideDesign', () => {
  it('creates revision 1, and counts the settings as JSON', () => {
    const { design, growth } = saved(null, 0, { shortTitle: 'é' });
    expect(design).toMatchObject({ _id: 'b', userId: 'u', rev: 1, updatedAt: at });
    expect([design.storedBytes, growth]).toEqual([
      Buffer.byteLength(JSON.stringify({ ...designDefaults, shortTitle: 'é' })),
      design.storedBytes,
    ]);
  });

  it('counts only the difference later, also when the settings become shorter', () => {
    const { design: first } = saved(null, 0, { shortTitle: 'A long title' });
    const { design: second, growth } = saved(first, 1);
    expect([second.rev, growth, second.storedBytes]).toEqual([2, -12, first.storedBytes - 12]);
  });

  it('throws 412 with the stored revision when the design has changed since', () => {
    const { design } = saved(null, 0, { size: 12 });
    for (const baseRev of [0, 2, -1])
      expect(() => decide(design, baseRev)).toThrow(
        expect.objectContaining({
          code: 'books.stale_revision',
          rev: 1,
          message: expect.stringMatching(/^The design/),
        }),
      );
    expect(() => decide(null, 1)).toThrow(expect.objectContaining({ code: 'books.stale_revision', rev: 0 }));
  });

  it('changes nothing when the design already has these settings, so that a save can be repeated', () => {
    const { design } = saved(null, 0, { size: 12 });
    expect(decide(design, 0, { size: 12 })).toEqual({ state: 'unchanged', design });
  });
});

it('requireValidDesign throws every error of a combination', () => {
  const settings = { ...designDefaults, margins: { insideIn: 3, outsideIn: 3, topIn: 0.3, bottomIn: 1 } };
  expect(() => requireValidDesign(settings)).toThrow(
    expect.objectContaining({
      code: 'books.design_invalid',
      status: 400,
      message: expect.stringContaining('leave no room for lines'),
      errors: [expect.objectContaining({ path: 'margins' }), expect.objectContaining({ path: 'margins.topIn' })],
    }),
  );
  expect(() => requireValidDesign(designDefaults)).not.toThrow();
});
