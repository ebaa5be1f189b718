import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Design, standardDesign } from './design.ts';
import { ascent, descent, geometryOf, leftMargin, requiredInside, toRoman } from './geometry.ts';
import { loadHyphenator } from './hyphenate.ts';
import { termsOf } from './language.ts';
import { nameChapter } from './lay-out-opening.ts';
import { cleanText } from './manuscript.ts';
import { type Block, chooseFaces, readBlocks } from './styled-text.ts';

describe('page geometry', () => {
  it('mirrors the margins of print, and centres the text on screen', () => {
    const geometry = geometryOf(standardDesign, requiredInside(400));
    const [right, left] = [leftMargin('print', geometry, 0), leftMargin('print', geometry, 1)];
    expect([right, left + geometry.measure]).toEqual([0.8 * 72, 432 - 0.8 * 72]);
    expect(leftMargin('screen', geometry, 0)).toBe(leftMargin('screen', geometry, 1));
    expect(geometryOf(standardDesign, requiredInside(800)).inside).toBe(0.875 * 72 + 1);
  });

  const inches = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const designs = fc
    .record({
      widthIn: inches(4, 8),
      heightIn: inches(6, 10),
      insideIn: inches(0.375, 1),
      outsideIn: inches(0.375, 1),
      topIn: inches(0.625, 1.5),
      bottomIn: inches(0.625, 1.5),
      bleed: fc.boolean(),
      size: inches(9, 14),
      leading: inches(1.15, 1.6),
    })
    .map(({ widthIn, heightIn, insideIn, outsideIn, topIn, bottomIn, ...more }): Design => ({
      ...standardDesign,
      ...more,
      trim: { widthIn, heightIn },
      margins: { insideIn, outsideIn, topIn, bottomIn },
    }));

  it('keeps the lines, running heads and page numbers of every design inside its margins', () => {
    fc.assert(
      fc.property(designs, (design) => {
        const geometry = geometryOf(design);
        const [top, bottom] = [geometry.height - design.margins.topIn * 72, design.margins.bottomIn * 72];
        const lastBaseline = geometry.firstBaseline - (geometry.rows - 1) * geometry.leading;
        expect(geometry.firstBaseline + ascent * geometry.size).toBeLessThanOrEqual(top + 1e-6);
        expect(lastBaseline - descent * geometry.size).toBeGreaterThanOrEqual(bottom - 1e-6);
        // Another line would not fit.
        expect(lastBaseline - geometry.leading - descent * geometry.size).toBeLessThan(bottom);
        const edge = (design.bleed ? 0.375 : 0.25) * 72;
        expect(geometry.headBaseline + ascent * geometry.headSize).toBeLessThanOrEqual(geometry.height - edge + 1e-6);
        expect(geometry.headBaseline).toBeGreaterThan(top);
        expect(geometry.footBaseline - descent * geometry.headSize).toBeGreaterThanOrEqual(edge - 1e-6);
        expect(geometry.footBaseline + 0.75 * geometry.headSize).toBeLessThan(bottom);
      }),
    );
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
        depth: 2,
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
    const name = (title: string) => nameChapter({ number: 3, title }, 'number', termsOf('en-GB'));
    expect(name('Chapter 3: The River')).toEqual({ label: 'Chapter 3', title: 'The River', name: 'The River' });
    expect(name(' chapter 3 ').title).toBe('Chapter 3');
    expect(name('')).toEqual({ label: '', title: 'Chapter 3', name: 'Chapter 3' });
    expect(name('Chapter 30').title).toBe('Chapter 30');
  });

  it.each([
    ['en-US', 'word', 'Chapter Twenty-one'],
    ['de-AT', 'word', 'Kapitel Einundzwanzig'],
    ['fr', 'number', 'Chapitre 21'],
    ['pt_BR', 'word', 'Capítulo Vinte e um'],
    ['ja', 'number', 'Chapter 21'],
    ['en', 'none', ''],
  ] as const)('labels a chapter in %s by its %s: %s', (language, label, expected) => {
    expect(nameChapter({ number: 21, title: 'Ink' }, label, termsOf(language)).label).toBe(expected);
    expect(nameChapter({ number: undefined, title: 'Prologue' }, label, termsOf(language)).label).toBe('');
  });

  it('hyphenates by the rules of its language', async () => {
    const divide = async (language: string, word: string): Promise<string> => {
      const offsets = (await loadHyphenator(language))(word);
      return offsets.reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, word);
    };
    expect(await divide('en-US', '“explanation,”')).toBe('“ex-pla-na-tion,”');
    expect(await divide('en-GB', 'extraordinary')).toContain('-');
    expect(await divide('de-CH', 'Donaudampfschifffahrt')).toBe('Do-nau-dampf-schiff-fahrt');
    for (const word of ['BBC-WORLD', 'EXPLANATION', 'a.explanation1', 'x'.repeat(500)])
      expect(await divide('en', word)).toBe(word);
    for (const language of ['fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv'])
      expect(await divide(language, 'administration')).toContain('-');
    expect(await divide('fi', 'explanation')).toBe('explanation');
  });
});
