import { describe, expect, it } from '@jest/globals';
import type { Manuscript } from './manuscript.ts';
import { unsupportedScript } from './unsupported-script.ts';

const manuscript = (...texts: string[]): Manuscript => ({
  title: '',
  language: 'en',
  chapters: texts.map((text, index) => ({ number: index + 1, title: '', text })),
});
const latin = (letters: number): string =>
  'naïve bear Ελλάδα Москва '.replaceAll(' ', '').repeat(letters).slice(0, letters);

describe('scripts that the press cannot lay out', () => {
  it.each([
    ['שלום', 'right-to-left'],
    ['سلام', 'right-to-left'],
    ['漢字かな', 'cjk'],
    ['한국어로', 'cjk'],
    ['नमस्ते', 'indic'],
    ['தமிழ்', 'indic'],
  ] as const)('has %s as %s, with its chapter', (word, script) => {
    expect(unsupportedScript(manuscript(latin(50), latin(40) + word))).toEqual({ script, chapter: 1 });
  });

  it('begins with one letter in a hundred', () => {
    expect(unsupportedScript(manuscript(latin(99), '漢'))).toEqual({ script: 'cjk', chapter: 1 });
    expect(unsupportedScript(manuscript(latin(100), '漢'))).toBeUndefined();
    expect(unsupportedScript(manuscript(`${latin(100)} 12345 — “…”`, ''))).toBeUndefined();
    expect(unsupportedScript(manuscript('', ''))).toBeUndefined();
  });

  it('counts front and back matter too', () => {
    const withMatter = { ...manuscript(latin(50)), matter: [{ kind: 'epigraph' as const, title: '', text: 'שלום' }] };
    expect(unsupportedScript(withMatter)).toEqual({ script: 'right-to-left', chapter: null });
  });
});
