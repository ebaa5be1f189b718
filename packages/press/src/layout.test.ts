import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gutterFor, leftMargin, toRoman, TRADE } from './geometry.ts';
import { hyphenatorFor } from './hyphenate.ts';
import { cleanText } from './manuscript.ts';
import { type Block, chooseFaces, readBlocks } from './styled-text.ts';
import { blankRow, paginate, paragraphRows, type Row } from './paginate.ts';
import { nameChapter } from './lay-out-opening.ts';

describe('page geometry', () => {
  it.each([
    [24, 0.375],
    [150, 0.375],
    [151, 0.5],
    [300, 0.5],
    [301, 0.625],
    [500, 0.625],
    [501, 0.75],
    [700, 0.75],
    [701, 0.875],
    [828, 0.875],
    [900, 0.875],
  ])('requires for %i pages a gutter of %d inches', (pages, inches) => {
    expect(gutterFor(pages) / 72).toBe(inches);
  });

  it('mirrors the margins of a printed book within the printer’s limits', () => {
    for (const pages of [24, 151, 301, 501, 701, 828]) {
      const [right, left] = [leftMargin('print', TRADE, pages, 0), leftMargin('print', TRADE, pages, 1)];
      expect(right).toBeGreaterThanOrEqual(gutterFor(pages));
      expect(left).toBeGreaterThanOrEqual(0.25 * 72);
      expect(right + left + TRADE.measure).toBeCloseTo(TRADE.width);
      expect(leftMargin('screen', TRADE, pages, 0)).toBe(leftMargin('screen', TRADE, pages, 1));
    }
  });

  it('numbers front matter in Roman numerals', () => {
    expect([1, 4, 9, 14, 40, 99, 1994].map(toRoman)).toEqual(['i', 'iv', 'ix', 'xiv', 'xl', 'xcix', 'mcmxciv']);
  });
});

describe('parsing a manuscript', () => {
  it('removes control characters', () => {
    expect(cleanText('a\u0000b\u0007\u200bc\u00add\ud800\uffff\u2028e')).toBe('abcd\ufffd\ne');
  });

  it.each(['\n', '\r\n', '\r'])('divides lines and paragraphs at the line break %j', (lineBreak) => {
    const blocks = readBlocks(['One', 'two', ' ', 'Three', '', 'Four'].join(lineBreak));
    const textsOf = (block: Block) =>
      block.kind === 'paragraph' ? block.lines.map((runs) => runs.map(({ text }) => text).join('')) : block.kind;
    expect(blocks.map(textsOf)).toEqual([['One', 'two'], ['Three'], ['Four']]);
  });

  it('reads blocks as styled runs without their marks', () => {
    const plain = { emphasis: false, strong: false };
    expect(readBlocks('# A *b* ##\n\nOne *two\nthree* \\*\n\n***')).toEqual([
      {
        kind: 'heading',
        level: 1,
        content: [
          { text: 'A ', ...plain },
          { text: 'b', emphasis: true, strong: false },
        ],
      },
      {
        kind: 'paragraph',
        lines: [
          [
            { text: 'One ', ...plain },
            { text: 'two', emphasis: true, strong: false },
          ],
          [
            { text: 'three', emphasis: true, strong: false },
            { text: ' *', ...plain },
          ],
        ],
      },
      { kind: 'scene-break' },
    ]);
  });

  it('chooses an upright face for an emphasis in italic text', () => {
    const run = (emphasis: boolean, strong: boolean) => ({ text: 'x', emphasis, strong });
    const faces = (base: 'regular' | 'italic') =>
      chooseFaces([run(false, false), run(true, false), run(false, true), run(true, true)], base).map(
        ({ face }) => face,
      );
    expect(faces('regular')).toEqual(['regular', 'italic', 'bold', 'boldItalic']);
    expect(faces('italic')).toEqual(['italic', 'regular', 'boldItalic', 'bold']);
  });

  it('removes a repeated "Chapter 3" from the title of chapter 3', () => {
    expect(nameChapter({ number: 3, title: 'Chapter 3: The River' })).toEqual({
      label: 'Chapter 3',
      title: 'The River',
      name: 'The River',
    });
    expect(nameChapter({ number: 3, title: ' chapter 3 ' }).title).toBe('Chapter 3');
    expect(nameChapter({ number: 3, title: '' })).toEqual({ label: '', title: 'Chapter 3', name: 'Chapter 3' });
    expect(nameChapter({ number: 3, title: 'Chapter 30' }).title).toBe('Chapter 30');
  });

  it('hyphenates by the rules of its language', () => {
    const divide = (language: string, word: string): string =>
      hyphenatorFor(language)(word).reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, word);
    expect(divide('en-US', '“explanation,”')).toBe('“ex-pla-na-tion,”');
    expect(divide('en-GB', 'extraordinary')).toContain('-');
    expect(['BBC-WORLD', 'EXPLANATION', 'a.explanation1', 'x'.repeat(500)].map((word) => divide('en', word))).toEqual([
      'BBC-WORLD',
      'EXPLANATION',
      'a.explanation1',
      'x'.repeat(500),
    ]);
    expect(divide('fr', 'explanation')).toBe('explanation');
  });
});

describe('page breaking', () => {
  const line = { words: [], size: 10, width: 0 };
  it('keeps every row and avoids widows and orphans', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 6, max: 20 }),
        (lengths, capacity) => {
          const paragraphs = lengths.map((length) =>
            paragraphRows(
              Array.from({ length }, () => line),
              { role: 'P' },
            ),
          );
          const rows = paragraphs.flat();
          const pages = paginate(rows, capacity);
          expect(pages.flat().map(({ row }) => row)).toEqual(rows);
          const ends = new Set(pages.map((page) => page.at(-1)?.row));
          for (const paragraph of paragraphs.filter(({ length }) => length > 1)) {
            expect(ends.has(paragraph[0])).toBe(false);
            expect(ends.has(paragraph.at(-2) as Row)).toBe(false);
          }
          for (const page of pages) expect((page.at(-1)?.at ?? 0) + 1).toBeLessThanOrEqual(capacity);
        },
      ),
    );
  });

  it('starts no page with white space and gives a row higher than the page its own page', () => {
    const rows: Row[] = [
      ...paragraphRows(
        Array.from({ length: 5 }, () => line),
        { role: 'P' },
      ),
      blankRow(2),
      { height: 1, line, breakAfter: true },
      { height: 50, line, breakAfter: true },
    ];
    expect(paginate(rows, 5).map((page) => page.map(({ row }) => row.height))).toEqual([[1, 1, 1, 1, 1], [1], [50]]);
  });
});
