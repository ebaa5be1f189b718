import { describe, expect, it } from '@jest/globals';
import { matterLimits, type MatterSection } from '@inkbear/contracts/books/matter';
import { decideMatter, type MatterHistory, toMatterContent } from './matter.ts';

const at = new Date('2026-11-24T10:00:00Z');
const notes = (text: string): MatterSection => ({ kind: 'notes', title: '', text });
const none: MatterHistory = { current: null, revisions: [] };
const decide = (history: MatterHistory, baseRev: number, text: string) =>
  decideMatter(history, { bookId: 'b', userId: 'u', baseRev, content: toMatterContent([notes(text)]), at });
function saved(history: MatterHistory, baseRev: number, text: string) {
  const decision = decide(history, baseRev, text);
  if (decision.state !== 'changed') throw new Error('Nothing was changed.');
  return decision;
}
/** The history after a save, as the repository writes it. */
function after(history: MatterHistory, baseRev: number, text: string): MatterHistory {
  const { matter, oldestRev } = saved(history, baseRev, text);
  return { current: matter, revisions: [matter, ...history.revisions.filter(({ rev }) => rev >= oldestRev)] };
}

describe('toMatterContent', () => {
  it('normalises line ends and lone surrogates, and counts pieces, words and bytes', () => {
    expect(
      toMatterContent([{ kind: 'preface', title: 'Vor\ud800', text: 'Es war\r\neinmal\rmüde' }, notes('')]),
    ).toEqual({
      pieces: [{ kind: 'preface', title: 'Vor\ufffd', text: 'Es war\neinmal\nmüde' }, notes('')],
      pieceCount: 2,
      wordCount: 4,
      storedBytes: 256 + 6 + 19,
    });
  });
});

describe('decideMatter', () => {
  it('creates revision 1, which keeps all earlier ones', () => {
    const { matter, growth, oldestRev } = saved(none, 0, 'four words of notes');
    expect([matter._id, matter.rev, matter.at, matter.wordCount, growth, oldestRev]).toEqual([
      'b:1',
      1,
      at,
      4,
      256 + 19,
      1,
    ]);
  });

  it('keeps 20 revisions, and subtracts the bytes of the one that is removed', () => {
    let history = none;
    for (let rev = 0; rev < matterLimits.revisions; rev += 1) history = after(history, rev, 'x'.repeat(rev + 1));
    expect(history.revisions.map(({ rev }) => rev)).toEqual(Array.from({ length: 20 }, (_one, index) => 20 - index));
    const { growth, oldestRev } = saved(history, 20, 'x'.repeat(100));
    expect([growth, oldestRev]).toEqual([100 - 1, 2]);
  });

  it('throws 412 with the stored revision when the pieces have changed since', () => {
    const history = after(none, 0, 'first');
    for (const baseRev of [0, 2, -1])
      expect(() => decide(history, baseRev, 'second')).toThrow(
        expect.objectContaining({
          code: 'books.stale_revision',
          rev: 1,
          message: expect.stringMatching(/^Front and back matter/),
        }),
      );
    expect(() => decide(none, -1, 'first')).toThrow(expect.objectContaining({ code: 'books.stale_revision', rev: 0 }));
  });

  it('creates no revision for the same pieces, so that a save can be repeated', () => {
    const history = after(none, 0, 'first');
    expect(decide(history, 0, 'first')).toEqual({ state: 'unchanged', matter: history.current });
  });
});
