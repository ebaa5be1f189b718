import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Design, standardDesign } from '../design.ts';
import { writeDesignedDocx, writeManuscriptDocx } from '../docx/write-docx.ts';
import { bleedWidth } from '../geometry.ts';
import { writeEpub } from '../epub/write-epub.ts';
import { backTexts, frontTexts, type Manuscript } from '../manuscript.ts';
import { writeMarkdown } from '../markdown/write-markdown.ts';
import { type PressAssets, readAssets } from '../node-assets.ts';
import { typeset } from '../typeset.ts';
import { compareTexts, isComplete, type TextComparison } from './compare-texts.ts';
import { listExpectedInManuscript, listExpectedInMarkdown, listExpectedTexts } from './expected-text.ts';
import { readDocx } from './read-docx.ts';
import { readEpub } from './read-epub.ts';
import { readMarkdown } from './read-markdown.ts';
import { readPdfTexts } from './read-pdf.ts';

let assets: PressAssets;
beforeAll(async () => {
  assets = await readAssets();
});
const uuid = '2f1c9c54-6a36-4d3c-9f0a-0d6c1e1f2a3b';

/** Writes a manuscript in every format and compares each file with it. */
const compareFiles = async (manuscript: Manuscript, design: Design): Promise<Record<string, TextComparison>> => {
  const expected = listExpectedTexts(manuscript, design);
  const { trim, margins } = design;
  const comparePdf = async (profile: 'print' | 'screen'): Promise<TextComparison> => {
    const { pdf, missingCharacters, contentsPages } = await typeset(manuscript, { profile, design, assets, date: 0 });
    const bleed = design.bleed && profile === 'print' ? bleedWidth : 0;
    const area = { bottom: margins.bottomIn * 72 + bleed, top: (trim.heightIn - margins.topIn) * 72 + bleed };
    const texts = await readPdfTexts(pdf, area, new Set(contentsPages));
    return compareTexts(listExpectedTexts(manuscript, design, profile === 'print'), texts, new Set(missingCharacters));
  };
  const format = { paper: 'a4', face: 'times', contact: 'Ada Byron\nKent' } as const;
  const inManuscript = await writeManuscriptDocx(manuscript, { design, format, date: 0 });
  const designed = await writeDesignedDocx(manuscript, {
    design: { ...design, contents: false },
    fontName: 'Literata',
    date: 0,
  });
  return {
    print: await comparePdf('print'),
    screen: await comparePdf('screen'),
    epub: compareTexts(expected, readEpub(writeEpub(manuscript, { design, uuid, date: 0 }))),
    markdown: compareTexts(
      listExpectedInMarkdown(manuscript, design),
      readMarkdown(writeMarkdown(manuscript, { design, date: 0 })),
    ),
    designed: compareTexts(expected, await readDocx(designed, '* * *')),
    manuscript: compareTexts(
      listExpectedInManuscript(manuscript, design, format.contact),
      await readDocx(inManuscript, '#'),
    ),
  };
};

const word = fc.constantFrom(
  'snow',
  'She',
  '“naïve,”',
  'it’s',
  '—',
  '…',
  '*soft*',
  '**loud**',
  '***both***',
  'un*believ*able',
  'Ελλάδα',
  'Москва',
  'fluffy',
  'extraordinary',
  'J.',
  'Tolkien',
  '12',
  'km',
  '漢字',
  '🐻',
  '👩‍👧',
  '❤️',
  '🇬🇧',
  '👍🏽',
  '“I—”',
  '&',
  '<b>',
  '\\*',
  '1.',
  '#5',
  '_x_',
  'e\u0301',
  'ﬁn',
  'a'.repeat(90),
  'one-two',
);
const paragraph = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '));
const block = fc.oneof(
  { weight: 10, arbitrary: paragraph },
  { weight: 1, arbitrary: fc.constantFrom('***', '# Heading', '## Lower *heading*', 'line\nline', '#') },
);
const text = fc.array(block, { minLength: 1, maxLength: 25 }).map((blocks) => blocks.join('\n\n'));
const title = fc.constantFrom('One', 'The River & the <Bear>', 'Chapter 1', '', 'A long title '.repeat(8));
const manuscripts = fc.record({
  title: fc.constantFrom('Snow', 'The *Bear* & the “River”', 'A long title '.repeat(6)),
  author: fc.constantFrom('', 'Ada Byron'),
  language: fc.constantFrom('en-GB', 'en-US', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'fi'),
  isbn: fc.constantFrom('', '978-0-306-40615-7'),
  dedication: fc.option(paragraph, { nil: undefined }),
  introduction: fc.option(text, { nil: undefined }),
  matter: fc.array(
    fc.record({
      kind: fc.constantFrom(
        'front-also-by' as const,
        'copyright' as const,
        'epigraph' as const,
        ...frontTexts,
        ...backTexts,
      ),
      title: fc.constantFrom('Preface', 'Notes'),
      text,
    }),
    { maxLength: 4 },
  ),
  chapters: fc.array(
    fc.record({
      number: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      title,
      text,
      part: fc.option(fc.constant('Part One'), { nil: undefined, freq: 4 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});
const designs = fc
  .record({
    trim: fc.constantFrom({ widthIn: 6, heightIn: 9 }, { widthIn: 5, heightIn: 8 }, { widthIn: 4.2, heightIn: 6.5 }),
    size: fc.constantFrom(9, 11, 14),
    bleed: fc.boolean(),
    opening: fc.constantFrom('plain' as const, 'smallCaps' as const, 'dropCap2' as const, 'dropCap3' as const),
    sceneBreak: fc.constantFrom('blank' as const, 'asterisks' as const, 'o1' as const, 'o5' as const),
    chapterStart: fc.constantFrom('right' as const, 'next' as const),
    chapterLabel: fc.constantFrom('number' as const, 'word' as const, 'none' as const),
    heads: fc.constantFrom('author-title' as const, 'title-chapter' as const, 'none' as const),
    folio: fc.constantFrom('foot' as const, 'head' as const, 'none' as const),
    contents: fc.boolean(),
  })
  .map((settings): Design => ({ ...standardDesign, ...settings }));

describe('the files of every format', () => {
  it('have every paragraph of any manuscript, in order and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(manuscripts, designs, async (manuscript, design) => {
        for (const [format, comparison] of Object.entries(await compareFiles(manuscript, design)))
          expect([format, { ...comparison, paragraphs: 0 }]).toEqual([
            format,
            { paragraphs: 0, missing: 0, extra: 0, moved: 0 },
          ]);
      }),
      { numRuns: process.env['TEST_DEEP'] === '1' ? 200 : 20, endOnFailure: true },
    );
  }, 600_000);
});

describe('a long line of blanks', () => {
  it('inside a heading is read back from Markdown in linear time', () => {
    const chapter = { number: 1, title: 'One', text: `# a${' '.repeat(1_000_000)}b` };
    const manuscript = { title: 'Blanks', language: 'en', chapters: [chapter] };
    const expected = listExpectedInMarkdown(manuscript, standardDesign);
    const read = readMarkdown(writeMarkdown(manuscript, { design: standardDesign, date: 0 }));
    expect(compareTexts(expected, read)).toMatchObject({ missing: 0, extra: 0, moved: 0 });
  });
});

describe('a comparison', () => {
  const expected = ['One.', 'Two two.', 'Three.'];
  it.each([
    ['is complete whatever the white space and hyphens', ['O-ne. Two', 'two.\n', '* * *', 'three.'], {}],
    ['finds a lost paragraph', ['One.', 'Three.'], { missing: 1 }],
    ['finds a text that was added', ['One.', 'Two two.', 'New.', 'Three.'], { extra: 1 }],
    ['finds a text at the end', ['One.', 'Two two.', 'Three.', 'New.'], { extra: 1 }],
    ['finds swapped paragraphs', ['Two two.', 'One.', 'Three.'], { extra: 1, moved: 1 }],
    ['finds a changed letter', ['One.', 'Two too.', 'Three.'], { missing: 1, extra: 1 }],
  ])('%s', (_name, actual, difference) => {
    const comparison = compareTexts(expected, actual);
    expect(comparison).toEqual({ paragraphs: 3, missing: 0, extra: 0, moved: 0, ...difference });
    expect(isComplete(comparison)).toBe(Object.keys(difference).length === 0);
  });

  it('leaves out characters that the file draws as boxes', () => {
    expect(compareTexts(['A 漢 B'], ['A B'], new Set(['漢']))).toMatchObject({ missing: 0, extra: 0 });
    expect(compareTexts(['A 漢 B'], ['A B'])).toMatchObject({ missing: 1 });
    const emoji = new Set(['👩', '👩‍👧', '❤️']);
    expect(compareTexts(['A 👩‍👧 ❤️ B 👩'], ['A B'], emoji)).toMatchObject({ missing: 0, extra: 0 });
    // One font has it, another one does not.
    expect(compareTexts(['A ❤️ B', 'C ❤️'], ['A B', 'C ❤️'], emoji)).toMatchObject({ missing: 0, extra: 0 });
  });
});
