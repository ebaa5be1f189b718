import { describe, expect, it } from '@jest/globals';
import { type BookSettingsRow, decideBookSettings } from './book-settings.ts';

interface Settings {
  readonly shortTitle: string;
  readonly size: number;
}
const defaults: Settings = { shortTitle: '', size: 11 };
const at = new Date('2026-11-24T10:00:00Z');
const decide = (stored: BookSettingsRow<Settings> | null, baseRev: number, changes: Partial<Settings> = {}) =>
  decideBookSettings(
    stored,
    { bookId: 'b', userId: 'u', baseRev, settings: { ...defaults, ...changes } },
    { title: 'design', at },
  );
function saved(stored: BookSettingsRow<Settings> | null, baseRev: number, changes: Partial<Settings> = {}) {
  const decision = decide(stored, baseRev, changes);
  if (decision.state !== 'changed') throw new Error('Nothing was changed.');
  return decision;
}

describe('decideBookSettings', () => {
  it('creates revision 1, and counts the settings as JSON', () => {
    const { row, growth } = saved(null, 0, { shortTitle: 'é' });
    expect(row).toMatchObject({ _id: 'b', userId: 'u', rev: 1, updatedAt: at });
    expect([row.storedBytes, growth]).toEqual([
      Buffer.byteLength(JSON.stringify({ ...defaults, shortTitle: 'é' })),
      row.storedBytes,
    ]);
  });

  it('counts only the difference later, also when the settings become shorter', () => {
    const { row: first } = saved(null, 0, { shortTitle: 'A long title' });
    const { row: second, growth } = saved(first, 1);
    expect([second.rev, growth, second.storedBytes]).toEqual([2, -12, first.storedBytes - 12]);
  });

  it('throws 412 with the stored revision when the settings have changed since', () => {
    const { row } = saved(null, 0, { size: 12 });
    for (const baseRev of [0, 2, -1])
      expect(() => decide(row, baseRev)).toThrow(
        expect.objectContaining({
          code: 'books.stale_revision',
          rev: 1,
          message: expect.stringMatching(/^The design/),
        }),
      );
    expect(() => decide(null, 1)).toThrow(expect.objectContaining({ code: 'books.stale_revision', rev: 0 }));
  });

  it('changes nothing when these settings are stored already, so that a save can be repeated', () => {
    const { row } = saved(null, 0, { size: 12 });
    expect(decide(row, 0, { size: 12 })).toEqual({ state: 'unchanged', row });
  });
});
