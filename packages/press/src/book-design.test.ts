import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Design, standardDesign } from './design.ts';
import type { Manuscript, MatterKind } from './manuscript.ts';
import { familyNames, type PressAssets, readAssets } from './node-assets.ts';
import { contentsOf, onlyLetters, readPdf, type ReadPdf } from './testing/pdf.ts';
import { typeset } from './typeset.ts';

const sentence = 'The difficult bear offered an efficient, extraordinary explanation of fluffy waffles. ';
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index}. ${sentence.repeat(3)}`).join('\n\n');
const piece = (kind: MatterKind, text: string, title = '') => ({ kind, title, text });
const book: Manuscript = {
  title: 'Ink Bear',
  author: 'Zoë Bear',
  dedication: 'For you',
  introduction: 'Why this book was written.',
  isbn: '978-0-306-40615-7',
  language: 'en-GB',
  // In another order than they are printed.
  matter: [
    piece('excerpt', 'The next book begins here.', 'Excerpt'),
    piece('epigraph', 'Snow falls.'),
    piece('about-author', 'Zoë lives in Kent.', 'About the author'),
    piece('copyright', 'Copyright © 2026 Zoë Bear'),
    piece('front-also-by', 'The First Bear', 'Also by Zoë Bear'),
    piece('preface', 'Read slowly.', 'Preface'),
    piece('afterword', ' ', 'An empty afterword'),
  ],
  chapters: [
    { number: undefined, title: 'Prologue', text: paragraphs(3) },
    { number: 1, title: 'The River', text: paragraphs(8), part: 'Part One' },
    { number: 2, title: '', text: paragraphs(30) },
  ],
};

let assets: PressAssets;
beforeAll(async () => {
  assets = await readAssets();
});

const typesetBook = async (design: Partial<Design> = {}, manuscript = book, profile: 'print' | 'screen' = 'print') =>
  typeset(manuscript, { profile, assets, date: 0, design: { ...standardDesign, ...design } });
const read = async (...args: Parameters<typeof typesetBook>): Promise<ReadPdf> =>
  readPdf((await typesetBook(...args)).pdf);
/** The first line of each page, without running heads; '' for a blank page. */
const openings = ({ pages }: ReadPdf): string[] => pages.map(({ lines }) => lines[0] ?? '');

describe('the order of a printed book', () => {
  const order = [
    'Ink Bear',
    'Also by Zoë Bear',
    'Ink Bear',
    'Copyright © 2026 Zoë Bear',
    'For you',
    'Snow falls.',
    'Contents',
    'Preface',
    'Introduction',
    'Prologue',
    'Part One',
    'CHAPTER 1',
    'Chapter 2',
    'About the author',
    'Excerpt',
  ];

  it('is that of a trade book, whatever the order of the pieces; blank ones are left out', async () => {
    const starts = openings(await read({ heads: 'none' })).filter((line) => order.includes(line));
    expect(starts).toEqual(order);
    const onScreen = openings(await read({}, book, 'screen')).filter((line) => order.includes(line));
    expect(onScreen[0]).toBe('Also by Zoë Bear');
  });

  it('has the title, the dedication, the contents, parts and the first chapter on right-hand pages', async () => {
    const { pages } = await read({ chapterStart: 'next' });
    const pageOf = (line: string) => pages.findIndex(({ lines }) => lines[0] === line);
    for (const line of ['For you', 'Contents', 'Prologue', 'Part One'])
      expect([line, pageOf(line) % 2]).toEqual([line, 0]);
    expect(pages.findLastIndex(({ lines }) => lines[0] === book.title && lines.length === 2) % 2).toBe(0);
    expect(pages[pageOf('Prologue')]?.folio).toBe('1');
    expect(pages.length % 2).toBe(0);
    const blanks = pages.map(({ lines }) => lines.length === 0);
    expect(blanks.some((isBlank, index) => isBlank && blanks[index + 1])).toBe(false);
  });

  it('starts chapters on the next page if the design wants it, which saves pages', async () => {
    const [right, next] = [await read(), await read({ chapterStart: 'next' })];
    expect(next.pages.length).toBeLessThan(right.pages.length);
    const start = next.pages.findIndex(({ lines }) => lines[0] === 'CHAPTER 1');
    expect(next.pages[start - 1]?.lines).toEqual(['Part One']);
  });

  it('prints the ISBN on the copyright page, also where the author wrote none', async () => {
    const alone: Manuscript = { ...book, matter: [] };
    for (const manuscript of [book, alone])
      expect(
        (await read({}, manuscript)).pages.filter(({ text }) => text.includes('ISBN 978-0-306-40615-7')),
      ).toHaveLength(1);
    expect((await read({}, { ...alone, isbn: '' })).pages.some(({ text }) => text.includes('ISBN'))).toBe(false);
  });

  it('lists parts and texts in the contents with their pages, or has no contents', async () => {
    const { pages } = await read();
    const entries = pages.find(({ lines }) => lines[0] === 'Contents')?.lines.slice(1, -1) ?? [];
    expect(entries.map((line) => line.replace(/ [ivx\d]+$/, '').replace(/^\d+ /, ''))).toEqual([
      'Preface',
      'Introduction',
      'Prologue',
      'Part One',
      'The River',
      'Chapter 2',
      'About the author',
      'Excerpt',
    ]);
    for (const line of entries) {
      const [, title = '', label] = /^(?:\d+ )?(.*) ([ivx]+|\d+)$/.exec(line) ?? [];
      const page = pages.find(({ folio }) => folio === label);
      // The page of a part shows no number.
      if (title !== 'Part One') expect(page?.text).toContain(title);
    }
    expect((await read({ contents: false })).pages.some(({ lines }) => lines[0] === 'Contents')).toBe(false);
  });
});

describe('running heads and page numbers', () => {
  /** The first lines of the pages within the last chapter, on the left and on the right. */
  const headsOf = ({ pages }: ReadPdf): [left: string, right: string] => {
    const start = pages.findIndex(({ lines }) => lines[0] === 'Chapter 2');
    const side = (parity: number) =>
      pages.slice(start + 1, start + 3).find((_page, index) => (start + 1 + index) % 2 === parity)?.lines[0] ?? '';
    return [side(1), side(0)];
  };

  it.each([
    ['author-title', '', ['Zoë Bear', 'Ink Bear']],
    ['author-title', 'Bear', ['Zoë Bear', 'Bear']],
    ['title-chapter', '', ['Ink Bear', 'Chapter 2']],
  ] as const)('are %s with the short title “%s”: %j', async (heads, shortTitle, expected) => {
    expect(headsOf(await read({ heads, shortTitle }))).toEqual(expected);
  });

  it('can be left out', async () => {
    const { pages } = await read({ heads: 'none', folio: 'none' });
    const start = pages.findIndex(({ lines }) => lines[0] === 'Chapter 2');
    expect(pages[start + 1]?.lines[0]).toMatch(/^(Paragraph|The|[a-z])/);
    expect(pages.slice(start).every(({ folio }) => folio === '')).toBe(true);
  });

  it('stand in one line if the design wants it, the number at the outer edge', async () => {
    const { pdf } = await typesetBook({ folio: 'head' });
    // The stream of a page has the running head first.
    expect(headsOf(await readPdf(pdf)).join()).toMatch(/^Zoë Bear ?\d+,Ink Bear ?\d+$/);
    const numbers = [...contentsOf(pdf).matchAll(/ Tm\n\/F1 9\.35 Tf\n/g)];
    expect(numbers.length).toBeGreaterThan(2);
    expect(contentsOf(pdf)).toMatch(/1 0 0 1 0 [\d.]+ Tm\n\/F1 9\.35 Tf/);
  });

  it('are cut and reported where the title is too long', async () => {
    const long = { ...book, title: 'A title that is much too long for one line of a running head, '.repeat(3) };
    const { pdf, findings } = await typesetBook({}, long);
    expect(findings.filter(({ kind }) => kind === 'cut-head').map(({ text }) => text)).toEqual([long.title.trim()]);
    expect(headsOf(await readPdf(pdf))[1]).toMatch(/…$/);
    const short = await typesetBook({ shortTitle: 'Short' }, long);
    expect(short.findings.map(({ kind }) => kind)).not.toContain('cut-head');
  });
});

describe('the beginning of a chapter', () => {
  const one = (text: string): Manuscript => ({
    title: 'T',
    language: 'en-GB',
    chapters: [{ number: 1, title: 'One', text }],
  });
  const textOf = ({ pages }: ReadPdf): string => onlyLetters(pages.map(({ text }) => text).join(' '));
  const start = 'The bear sat down beside the river. ';

  it.each(['dropCap2', 'dropCap3'] as const)('has a %s and loses no letter', async (opening) => {
    const contents = contentsOf((await typesetBook({ opening }, one(start.repeat(12)))).pdf);
    const sizes = [...contents.matchAll(/\/F1 ([\d.]+) Tf/g)].map(([, size]) => Number(size));
    const rows = opening === 'dropCap2' ? 2 : 3;
    // Literata's capitals are 0.701 em high.
    expect(sizes.some((size) => Math.abs(size - (11 + ((rows - 1) * 11 * 1.36) / 0.701)) < 0.01)).toBe(true);
    const { pages } = await read({ opening }, one(start.repeat(12)), 'screen');
    const letters = onlyLetters(pages.map(({ text }) => text).join(''));
    expect(letters).toContain('hebearsatdownbesidetheriver.');
    expect(letters.match(/T/g)?.length).toBeGreaterThanOrEqual(12);
  });

  it.each([
    ['a short paragraph', 'The bear.\n\n'],
    ['a paragraph that begins with a sign', `… ${start.repeat(12)}`],
    ['a character that the fonts lack', `漢 ${start.repeat(12)}`],
  ])('has no drop cap in %s', async (_name, text) => {
    const plain = await typesetBook({ opening: 'plain' }, one(text + start));
    const withCap = await typesetBook({ opening: 'dropCap3' }, one(text + start));
    expect(Buffer.compare(plain.pdf, withCap.pdf)).toBe(0);
  });

  it('hangs an opening quotation mark in the margin', async () => {
    const contents = contentsOf((await typesetBook({ opening: 'dropCap3' }, one(`“${start.repeat(12)}”`))).pdf);
    expect(contents).toMatch(/1 0 0 1 -\d[\d.]* [\d.]+ Tm\n\/F1 11 Tf/);
  });

  it('can have its first four words in small capitals, which are read as they are written', async () => {
    const [plain, small] = [
      await typesetBook({ opening: 'plain' }, one(start.repeat(4))),
      await typesetBook({ opening: 'smallCaps' }, one(start.repeat(4))),
    ];
    expect(Buffer.compare(plain.pdf, small.pdf)).not.toBe(0);
    expect(textOf(await readPdf(small.pdf))).toContain(onlyLetters(start.repeat(4)));
  });

  it('starts as far down as the design wants, but leaves room below a long title', async () => {
    const linesOf = async (drop: number) => {
      const { pages } = await read({ drop }, one(start.repeat(200)));
      return pages.find(({ lines }) => lines[0] === 'CHAPTER 1')?.lines.length ?? 0;
    };
    expect((await linesOf(0.2)) - (await linesOf(0.4))).toBeGreaterThanOrEqual(6);
    const { pages } = await read(
      { drop: 0.4, contents: false, heads: 'none' },
      { ...one(start), chapters: [{ number: 1, title: 'word '.repeat(80), text: start }] },
    );
    expect(pages.find(({ lines }) => lines[0] === 'CHAPTER 1')?.text).toContain('The bear sat');
  });
});

describe('scene breaks', () => {
  const withBreaks = (blocks: number): Manuscript => ({
    title: 'T',
    language: 'en-GB',
    chapters: [
      { number: 1, title: 'One', text: Array.from({ length: blocks }, () => sentence.repeat(5)).join('\n\n***\n\n') },
    ],
  });

  it.each(['o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7', 'o8'] as const)(
    'are drawn as the ornament %s',
    async (sceneBreak) => {
      const { pdf } = await typesetBook({ sceneBreak }, withBreaks(3));
      expect(contentsOf(pdf).match(/ cm\n(?:[\d\s.mlch-]+)\nf\nQ\n/g)).toHaveLength(2);
      const screen = contentsOf((await typesetBook({ sceneBreak }, withBreaks(3), 'screen')).pdf);
      expect(screen.match(/ActualText<FEFF002A0020002A0020002A>/g)).toHaveLength(2);
    },
  );

  it('are blank inside a page and asterisks at the top of one', async () => {
    const { pages } = await read({ sceneBreak: 'blank', heads: 'none' }, withBreaks(120));
    const shown = pages.map(({ lines }) => lines.flatMap((line, index) => (line === '* * *' ? [index] : [])));
    expect(shown.flat().length).toBeGreaterThan(0);
    expect(new Set(shown.flat())).toEqual(new Set([0]));
  });

  it('are never the last line of a page', async () => {
    const { pages } = await read({ heads: 'none', folio: 'none' }, withBreaks(120));
    expect(pages.filter(({ lines }) => lines.at(-1) === '* * *')).toEqual([]);
  });
});

describe('the margins of a long book', () => {
  it('are wider inside where the page count requires it, and the lines shorter', async () => {
    const long: Manuscript = {
      title: 'T',
      language: 'en-GB',
      chapters: [{ number: 1, title: 'One', text: paragraphs(700) }],
    };
    const narrow = { insideIn: 0.4, outsideIn: 0.6, topIn: 0.75, bottomIn: 0.8 };
    const design = { margins: narrow, trim: { widthIn: 4, heightIn: 6 }, size: 14, heads: 'none' as const };
    const { pdf, pages } = await typesetBook(design, long);
    expect(pages).toBeGreaterThan(300);
    const required = pages > 500 ? 0.75 : 0.625;
    expect(contentsOf(pdf)).toContain(`1 0 0 1 ${required * 72 + 1} 0 cm`);
  });
});

describe('families of fonts', () => {
  it.each(familyNames)('%s has four faces with small capitals, and its text can be read', async (family) => {
    const own = await readAssets({ family });
    const design: Design = { ...standardDesign, opening: 'smallCaps' };
    const { pdf, findings } = await typeset(
      {
        ...book,
        chapters: [{ number: 1, title: 'One', text: 'The bear saw *efficient* **waffles** and ***more***.' }],
      },
      { profile: 'screen', assets: own, date: 0, design },
    );
    const { pages } = await readPdf(pdf);
    expect(findings).toEqual([]);
    expect(pages.some(({ text }) => text.includes('The bear saw efficient waffles and more.'))).toBe(true);
  });
});
