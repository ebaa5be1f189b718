import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { countTokens } from '../context/count-tokens.ts';
import { defaultReadingTokens } from '../context/budgets.ts';
import { windowsOf } from './windows.ts';

const options = { countTokens, maxTokens: defaultReadingTokens };

const text = '# One\n\nMara waited.\n\n\nTom came.\nHe sang.';

describe('windowsOf', () => {
  it('numbers the paragraphs of a chapter, with their positions', () => {
    const [window = [], ...others] = windowsOf(text, options);
    expect(others).toEqual([]);
    expect(window.map(({ number, text: line }) => `${number} ${line}`)).toEqual([
      '1 # One',
      '2 Mara waited.',
      '3 Tom came.',
      '4 He sang.',
    ]);
    for (const { from, text: line } of window) expect(text.slice(from, from + line.length)).toBe(line);
  });

  it('divides a long chapter between paragraphs into windows of at most 6,000 tokens', () => {
    const long = Array.from({ length: 900 }, (_, at) => `Mara walked to harbour number ${at} and found nobody.`).join(
      '\n\n',
    );
    const windows = windowsOf(long, options);
    expect(windows.length).toBeGreaterThan(1);
    expect(windows.flat().map(({ number }) => number)).toEqual(Array.from({ length: 900 }, (_, at) => at + 1));
    for (const window of windows) expect(countTokens(window.map((each) => each.text).join('\n'))).toBeLessThan(6000);
  });

  it.each([
    ['of a script with many tokens for a character', '雨が降っていた。'.repeat(1500)],
    ['of one long word', 'rain'.repeat(5000)],
  ])('divides a line %s so that each part fits a small window', (_kind, line) => {
    const windows = windowsOf(line, { countTokens, maxTokens: 900 });
    for (const window of windows) expect(countTokens(window.map((each) => each.text).join('\n'))).toBeLessThan(950);
    const pieces = windows.flat().map((each) => each.text);
    expect([pieces.join(''), pieces.length > 1]).toEqual([line, true]);
  });

  it.each(Object.entries(hostileTexts(50_000)))('keeps every character of %s in place', (_name, hostile) => {
    for (const { from, text: piece } of windowsOf(hostile, options).flat())
      expect(hostile.slice(from, from + piece.length)).toBe(piece);
  });

  it('has no window for a chapter without words', () => {
    expect(windowsOf(' \n\n ', options)).toEqual([]);
  });
});
