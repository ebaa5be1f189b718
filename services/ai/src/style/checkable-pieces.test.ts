import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { checkablePieces } from './checkable-pieces.ts';

const pieces = (text: string) => [...checkablePieces(text)];

describe('checkablePieces', () => {
  it('returns a short text as it is', () => {
    expect(pieces('She left. He stayed.')).toEqual([{ start: 0, text: 'She left. He stayed.' }]);
    expect(pieces('')).toEqual([]);
  });

  it.each([
    ['a paragraph', `${'One two. '.repeat(300)}\n\n${'Three four. '.repeat(300)}`, 2702],
    ['a sentence', 'One two. '.repeat(1000), 4995],
    ['a line', 'one two three\n'.repeat(1000), 4998],
    ['a word', 'one two three '.repeat(1000), 4998],
    [
      'a word between other white space, including words of emoji',
      'one 🐻🐻　'.replaceAll(' ', '\u00a0').repeat(1000),
      4999,
    ],
  ])('ends the first piece with %s', (_name, text, end) => {
    const [first, second] = pieces(text);
    expect([first?.start, first?.text.length, second?.start]).toEqual([0, end, end]);
    expect(
      pieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('leaves out overlong words', () => {
    expect(pieces(`Before ${'x'.repeat(101)} after.`)).toEqual([
      { start: 0, text: 'Before ' },
      { start: 108, text: ' after.' },
    ]);
    expect(pieces('x'.repeat(100))).toHaveLength(1);
  });

  it.each(Object.entries(hostileTexts(50_000)))('returns short pieces at correct positions for %s', (_name, text) => {
    for (const piece of pieces(text)) {
      expect(piece.text.length).toBeLessThanOrEqual(5000);
      expect(text.startsWith(piece.text, piece.start)).toBe(true);
    }
  });
});
