import { describe, expect, it } from '@jest/globals';
import { type Design, standardDesign } from '@inkbear/press/design';
import { writeDesignedDocx } from '@inkbear/press/docx/write-docx';
import { writeEpub } from '@inkbear/press/epub/write-epub';
import { cleanLine, type Manuscript } from '@inkbear/press/manuscript';
import { writeMarkdown } from '@inkbear/press/markdown/write-markdown';
import { type Block, readBlocks } from '@inkbear/press/styled-text';
import fc from 'fast-check';
import { proposePlan } from './propose-plan.ts';
import { readManuscript } from './read-manuscript.ts';

const uuid = '2f1c9c54-6a36-4d3c-9f0a-0d6c1e1f2a3b';
const isDeep = process.env['TEST_DEEP'] === '1';

/** The formats that must give back what they were written from. */
const writers: Readonly<Record<string, (manuscript: Manuscript, design: Design) => Promise<Uint8Array>>> = {
  docx: (manuscript, design) => writeDesignedDocx(manuscript, { design, fontName: 'Literata', date: 0 }),
  epub: async (manuscript, design) => writeEpub(manuscript, { design, uuid, date: 0 }),
  markdown: async (manuscript, design) => new TextEncoder().encode(writeMarkdown(manuscript, { design, date: 0 })),
};

/** Each character that is not white space with its style: marks may be moved over white space. */
const charactersOf = (block: Block): string[][] => {
  if (block.kind === 'scene-break') return [];
  return (block.kind === 'heading' ? [block.content] : block.lines).map((runs) =>
    runs.flatMap(({ text, emphasis, strong }) =>
      Array.from(text.replace(/\s/g, ''), (character) => `${character}${emphasis ? 'e' : ''}${strong ? 's' : ''}`),
    ),
  );
};

/** What a text consists of: paragraphs with styles, headings with their depth, scene breaks. */
const contentOf = (text: string): unknown[] =>
  readBlocks(text).map((block) => [block.kind, block.kind === 'heading' ? block.depth : 0, charactersOf(block)]);

/** The lines between scene breaks: in one paragraph alone, a manual line break cannot be told from a paragraph. */
function scenesOf(text: string): unknown[] {
  const scenes: unknown[][] = [[]];
  for (const block of readBlocks(text))
    if (block.kind === 'scene-break') scenes.push([]);
    else for (const line of charactersOf(block)) scenes.at(-1)?.push(line);
  return scenes.filter((scene) => scene.length > 0);
}

const beginnings = [
  'She',
  '1.',
  '#5',
  '— but',
  '…and',
  '“naïve,”',
  '*soft*',
  '<b>',
  '+ one',
  '- two',
  '> three',
  '3) four',
];
const words = [
  ...['snow', 'She', '“naïve,”', 'it’s', '—', '…', '*soft*', '**loud**', '***both***', 'un*believ*able', 'Ελλάδα'],
  ...['Москва', '(*well*)', 'J.', '12', '漢字', '🐻', '👩‍👧', '“I—”', '&', '<b>', '\\*', '\\_a\\_', '1.', '#5', '_x_'],
  ...[
    'e\u0301',
    'ﬁn',
    'one-two',
    '2 * 3',
    'snake_case',
    '`code`',
    '[x](y)',
    '~',
    '*a **b** c*',
    '**a _b_ c**',
    '\\',
    '|',
  ],
];
const paragraphOf = (minLength: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...beginnings), fc.array(fc.constantFrom(...words), { minLength, maxLength: 40 }))
    .map(([first, others]) => [first, 'went', ...others].join(' '));
const paragraph = paragraphOf(0);
const block = fc.oneof(
  { weight: 10, arbitrary: paragraph },
  { weight: 1, arbitrary: fc.constantFrom('***', '#', '* * *') },
  { weight: 1, arbitrary: fc.constantFrom('# A heading', '## Lower *heading* #', 'line\nand *line*\nand line') },
);
/**
 * Texts begin with a paragraph: a heading after “Chapter 2” would be the title of the chapter, and chapters that begin
 * with headings look like parts.
 */
const text = fc
  .tuple(paragraphOf(20), fc.array(block, { minLength: 1, maxLength: 25 }))
  .map(([first, others]) => [first, ...others].join('\n\n'));
const title = fc.constantFrom(
  'The River & the <Bear>',
  'Seven',
  '1984',
  'Chapter 1',
  '',
  `${'A long title '.repeat(8)}end`,
);
const chapter = fc.record({
  isNumbered: fc.boolean(),
  title,
  text,
  part: fc.option(fc.constantFrom('Part One', 'Book 2: Snow'), { nil: undefined, freq: 4 }),
});
const matter = fc.record({
  kind: fc.constantFrom(
    'preface' as const,
    'front-acknowledgements' as const,
    'afterword' as const,
    'about-author' as const,
  ),
  text,
});
const matterTitles = {
  preface: 'Preface',
  'front-acknowledgements': 'Acknowledgements',
  afterword: 'Afterword',
  'about-author': 'About the author',
};
const languages = ['en-GB', 'en-US', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'fi'];

/** Numbers are given to chapters in order, as Inkbear does. A chapter without a number has a title. */
const manuscripts = fc
  .record({
    title: fc.constantFrom('Snow', 'The Bear & the “River”'),
    language: fc.constantFrom(...languages),
    dedication: fc.option(fc.constant('For *you*'), { nil: undefined }),
    matter: fc.uniqueArray(matter, { maxLength: 4, selector: ({ kind }) => kind }),
    chapters: fc.array(chapter, { minLength: 1, maxLength: 6 }),
  })
  .map(({ chapters, matter: pieces, ...book }): Manuscript => {
    let number = 0;
    return {
      ...book,
      author: 'Ada Byron',
      matter: pieces.map((piece) => ({ ...piece, title: matterTitles[piece.kind] })),
      chapters: chapters.map(({ isNumbered, ...own }) => {
        if (isNumbered) number += 1;
        return {
          ...own,
          number: isNumbered ? number : undefined,
          title: own.title === '' && !isNumbered ? 'Prologue' : own.title,
        };
      }),
    };
  });
const designs = fc
  .record({
    chapterLabel: fc.constantFrom('number' as const, 'word' as const, 'none' as const),
    contents: fc.boolean(),
    heads: fc.constantFrom('author-title' as const, 'none' as const),
  })
  .map((settings): Design => ({ ...standardDesign, ...settings }));

/** The chapters of a manuscript as an import must propose them. */
const expectedChapters = ({ chapters }: Manuscript): unknown[] =>
  chapters.map(({ title: own, number, part, text: content }) => ({
    title: cleanLine(own) || `Chapter ${number}`,
    part: part ?? null,
    content: contentOf(content),
    scenes: scenesOf(content),
  }));

describe('our own files', () => {
  it.each(Object.entries(writers))(
    'give back text, marks, chapters and scenes as %s',
    async (_format, write) => {
      await fc.assert(
        fc.asyncProperty(manuscripts, designs, async (manuscript, design) => {
          const read = await readManuscript(await write(manuscript, design));
          const { plan } = proposePlan(read);
          const textAt = ({ from, to }: { from: number; to: number }): string => read.text.slice(from, to);
          const chapters = plan.chapters.filter(({ kind }) => kind === 'chapter');
          expect(
            chapters.map((one) => ({
              title: one.title,
              part: one.part,
              content: contentOf(textAt(one)),
              scenes: one.scenes.flatMap((scene) => scenesOf(textAt(scene))),
            })),
          ).toEqual(expectedChapters(manuscript));
          expect([plan.title, plan.author, plan.language]).toEqual([
            manuscript.title,
            manuscript.author,
            manuscript.language,
          ]);
          for (const { title: own, text: content } of manuscript.matter ?? [])
            expect(plan.chapters.filter((one) => one.title === own).map((one) => contentOf(textAt(one)))).toEqual([
              contentOf(content),
            ]);
        }),
        { numRuns: isDeep ? 200 : 20, endOnFailure: true },
      );
    },
    600_000,
  );
});
