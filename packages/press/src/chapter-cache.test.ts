import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ChapterCache } from './chapter-cache.ts';
import type { Manuscript } from './manuscript.ts';
import { type PressAssets, readAssets } from './node-assets.ts';
import type { SetText } from './page.ts';
import { typeset } from './typeset.ts';

let assets: PressAssets;
beforeAll(async () => {
  assets = await readAssets();
});

const word = fc.constantFrom(
  'river',
  'explanation',
  '*winter*',
  'the',
  '**of**',
  'office',
  '—',
  '🐻',
  'naïve',
  'Москва',
);
const paragraph = fc.array(word, { minLength: 1, maxLength: 120 }).map((words) => words.join(' '));
const text = fc
  .array(fc.oneof({ weight: 8, arbitrary: paragraph }, fc.constantFrom('***', '# One', '## Two')), { maxLength: 20 })
  .map((blocks) => blocks.join('\n\n'));
const chapter = fc.record({ title: fc.constantFrom('', 'One', 'Chapter 1', 'Ink'), text });
const language = fc.constantFrom('en-GB', 'en-US', 'de');
const manuscript = fc
  .record({ language, title: fc.constantFrom('A', 'B'), chapters: fc.array(chapter, { maxLength: 4 }) })
  .map(({ chapters, ...book }): Manuscript => ({
    ...book,
    chapters: chapters.map((each, index) => ({ ...each, number: index + 1 })),
  }));

describe('the cache of chapters', () => {
  it('never changes a byte: a warm press writes what a new one writes', () => {
    fc.assert(
      fc.property(manuscript, fc.constantFrom('print' as const, 'screen' as const), (book, profile) => {
        const warm = typeset(book, { assets, profile, date: 0 });
        const again = typeset(book, { assets, profile, date: 0 });
        const cold = typeset(book, { assets: { ...assets }, profile, date: 0 });
        expect(Buffer.compare(warm.pdf, cold.pdf)).toBe(0);
        expect(Buffer.compare(again.pdf, cold.pdf)).toBe(0);
        expect([warm.warnings, again.warnings]).toEqual([cold.warnings, cold.warnings]);
      }),
      { numRuns: 15 },
    );
  });

  const textOf = (bytes: number): SetText => ({
    pages: [{ kind: 'stream', faces: [], deflated: new Uint8Array(bytes) }],
    elements: [],
    missing: [],
  });

  it('finds a text by its values and sets it otherwise', () => {
    const cache = new ChapterCache(10_000);
    const first = cache.get(['a', 'b'], () => textOf(100));
    expect(cache.get(['a', 'b'], () => textOf(100))).toBe(first);
    expect(cache.get(['ab', ''], () => textOf(100))).not.toBe(first);
  });

  it('removes the least recently used texts beyond its limit, and does not keep one that is larger', () => {
    const cache = new ChapterCache(10_000);
    const [first, second] = ['1', '2'].map((key) => cache.get([key], () => textOf(4000)));
    cache.get(['1'], () => textOf(4000));
    cache.get(['3'], () => textOf(4000));
    expect(cache.get(['1'], () => textOf(1))).toBe(first);
    expect(cache.get(['2'], () => textOf(4000))).not.toBe(second);
    const large = cache.get(['4'], () => textOf(20_000));
    expect(cache.get(['4'], () => textOf(20_000))).not.toBe(large);
  });
});
