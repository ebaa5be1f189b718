import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ChapterCache } from './chapter-cache.ts';
import { type Design, standardDesign } from './design.ts';
import type { Manuscript } from './manuscript.ts';
import { type PressAssets, readAssets } from './node-assets.ts';
import type { TypesetText } from './page.ts';
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

const design = fc
  .record({
    size: fc.constantFrom(10, 11),
    opening: fc.constantFrom('plain' as const, 'dropCap3' as const, 'smallCaps' as const),
    sceneBreak: fc.constantFrom('blank' as const, 'o3' as const),
    chapterStart: fc.constantFrom('right' as const, 'next' as const),
  })
  .map((settings): Design => ({ ...standardDesign, ...settings }));

describe('the cache of chapters', () => {
  it('writes the same bytes with a filled cache as with an empty one', async () => {
    await fc.assert(
      fc.asyncProperty(
        manuscript,
        fc.constantFrom('print' as const, 'screen' as const),
        design,
        async (book, profile, look) => {
          const warm = await typeset(book, { assets, profile, design: look, date: 0 });
          const again = await typeset(book, { assets, profile, design: look, date: 0 });
          const cold = await typeset(book, { assets: { ...assets }, profile, design: look, date: 0 });
          expect(Buffer.compare(warm.pdf, cold.pdf)).toBe(0);
          expect(Buffer.compare(again.pdf, cold.pdf)).toBe(0);
          const noticed = ({ findings, pageStarts, missingCharacters }: typeof cold) => ({
            findings,
            pageStarts,
            missingCharacters,
          });
          expect([noticed(warm), noticed(again)]).toEqual([noticed(cold), noticed(cold)]);
        },
      ),
      { numRuns: 15 },
    );
  });

  const textOf = (bytes: number): TypesetText => ({
    pages: [{ kind: 'stream', faces: [], deflated: new Uint8Array(bytes) }],
    elements: [],
    missing: [],
    starts: [],
    findings: [],
  });

  it('returns a cached text for equal values, and typesets it otherwise', () => {
    const cache = new ChapterCache(10_000);
    const first = cache.getOrCreate(['a', 'b'], () => textOf(100));
    expect(cache.getOrCreate(['a', 'b'], () => textOf(100))).toBe(first);
    expect(cache.getOrCreate(['ab', ''], () => textOf(100))).not.toBe(first);
  });

  it('removes the least recently used texts beyond its limit, and does not keep one that is larger', () => {
    const cache = new ChapterCache(10_000);
    const [first, second] = ['1', '2'].map((key) => cache.getOrCreate([key], () => textOf(4000)));
    cache.getOrCreate(['1'], () => textOf(4000));
    cache.getOrCreate(['3'], () => textOf(4000));
    expect(cache.getOrCreate(['1'], () => textOf(1))).toBe(first);
    expect(cache.getOrCreate(['2'], () => textOf(4000))).not.toBe(second);
    const large = cache.getOrCreate(['4'], () => textOf(20_000));
    expect(cache.getOrCreate(['4'], () => textOf(20_000))).not.toBe(large);
  });
});
