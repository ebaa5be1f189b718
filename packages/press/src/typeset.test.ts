import { beforeAll, describe, expect, it } from '@jest/globals';
import { type FontBytes, FONT_FILES, UnreadableFontError } from './fonts.ts';
import type { Manuscript } from './manuscript.ts';
import { fontFileNames, readFonts } from './node-fonts.ts';
import { joinLines, type ReadPdf, readPdf } from './test-pdf.ts';
import { typeset, typesetChapter, typesetOutline, typesetStory, UnknownChapterError } from './typeset.ts';

const SENTENCE =
  'The difficult bear offered an efficient, extraordinary explanation of fluffy waffles — “naïve,” she said, and Ελλάδα or Москва would have to wait until evening.';
const DATE = Date.UTC(2026, 0, 2, 3, 4, 5);
const chapterText = (number: number): string =>
  Array.from({ length: 12 + number * 5 }, (_, index) => `Paragraph ${number}.${index}. ${SENTENCE} ${SENTENCE}`).join(
    '\n\n',
  );
const book: Manuscript = {
  title: 'The Bear & the <River>',
  subtitle: 'A Novel',
  author: 'Zoë “Ink” Bear',
  publisher: 'Inkbear House',
  dedication: 'For you',
  introduction: 'Why this book was written.',
  synopsis: 'Short.',
  language: 'en-GB',
  chapters: ['The River', 'Chapter 2', 'Ink and Honey'].map((title, index) => ({
    number: index + 1,
    title,
    text: chapterText(index + 1),
  })),
};
let fonts: FontBytes;
beforeAll(async () => {
  fonts = await readFonts();
});
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const plain = (title: string, text: string): Manuscript => ({
  title,
  language: 'en-GB',
  chapters: [{ number: 1, title: 'One', text }],
});
/** The running text of the pages from `first`, without running heads and page numbers. */
const bodyOf = ({ pages }: ReadPdf, first: number, heads: readonly string[]): string =>
  joinLines(
    pages
      .slice(first)
      .flatMap(({ lines, label }) =>
        lines.filter((text, index) => !(index === 0 && heads.includes(text)) && text !== label),
      ),
  );

describe.each(['ebook', 'paperback'] as const)('a book as %s', (edition) => {
  let read: ReadPdf;
  let pdf: Uint8Array;
  beforeAll(async () => {
    const result = typeset(book, { edition, fonts, date: DATE });
    pdf = result.pdf;
    read = await readPdf(pdf);
    expect(result.pages).toBe(read.pages.length);
    expect(result.warnings.filter((warning) => !warning.includes('at least 24'))).toEqual([]);
  });

  it('lists the first pages of chapters in the contents', () => {
    const contents = read.pages.find(({ lines }) => lines[0] === 'Contents')?.lines ?? [];
    const entries = contents
      .map((line) => /^(?:\d+ )?(The River|Chapter 2|Ink and Honey|Introduction) (\w+)$/.exec(line))
      .filter((match) => match !== null);
    expect(entries).toHaveLength(4);
    for (const [, title, label] of entries) {
      const page = read.pages.find((candidate) => candidate.label === label);
      expect(page?.lines.slice(0, 2)).toContain(title);
    }
  });

  it('contains every word of the chapters, including ligatures and other scripts', () => {
    const first = read.pages.findIndex(({ label }) => label === '1');
    const body = bodyOf(read, first, [book.title, 'The River', 'Chapter 2', 'Ink and Honey']);
    for (const { text } of book.chapters) {
      // Readers drop the soft hyphen of a divided word, so letters are compared without spaces.
      expect(body.replace(/\s/g, '').includes(text.replace(/\s/g, ''))).toBe(true);
      expect(body).toContain(`Paragraph ${text.split(' ')[1] ?? ''} The difficult bear`);
    }
  });

  it('starts chapters on the pages that the edition requires', () => {
    const starts = read.pages.flatMap(({ text }, index) =>
      /^(CHAPTER [13]\n|Chapter 2\nParagraph 2\.0)/.test(text) ? [index] : [],
    );
    expect(starts).toHaveLength(3);
    if (edition === 'paperback') expect(starts.map((start) => start % 2)).toEqual([0, 0, 0]);
    else expect(read.pages.every(({ lines }) => lines.length > 0)).toBe(true);
  });

  it('adds links and bookmarks only to the ebook', () => {
    expect(read.pages.reduce((sum, { links }) => sum + links, 0)).toBe(edition === 'ebook' ? 4 : 0);
    expect(read.bookmarks.map(({ title }) => title)).toEqual(
      edition === 'ebook'
        ? [book.title, 'Contents', 'Introduction', '1. The River', 'Chapter 2', '3. Ink and Honey']
        : [],
    );
    for (const { title, page } of read.bookmarks.slice(3))
      expect(read.pages[page]?.text).toContain(title.replace(/^\d\. /, ''));
  });

  it('has the author in its metadata and is reproducible', () => {
    expect(read.info).toMatchObject({
      Title: book.title,
      Author: book.author,
      Language: 'en-GB',
      CreationDate: 'D:20260102030405Z',
    });
    expect(Buffer.compare(pdf, typeset(book, { edition, fonts: { ...fonts }, date: DATE }).pdf)).toBe(0);
  });

  it('embeds every used font as a subset with a ToUnicode map', () => {
    const objects = latin(pdf);
    const count = (pattern: RegExp): number => objects.match(pattern)?.length ?? 0;
    const used = count(/\/Subtype\/Type0/g);
    expect(used).toBeGreaterThanOrEqual(4);
    expect([count(/\/FontFile2 \d+ 0 R/g), count(/\/ToUnicode \d+ 0 R/g), count(/\/FontName\/[A-Z]{6}\+/g)]).toEqual([
      used,
      used,
      used,
    ]);
    expect(count(/\/Subtype\/Type1\b/g)).toBe(0);
  });
});

describe('unusual manuscripts', () => {
  it.each<[string, Manuscript]>([
    ['nothing at all', { title: '', language: '', chapters: [] }],
    ['an empty chapter', plain('Empty', '')],
    ['only breaks', plain('Breaks', '***\n\n***\n\n# Heading\n\n***')],
    ['control characters', plain('\u0000\u0007', 'a\u0000b\u001b[31mc\ud800')],
    ['a title of 5,000 words', plain('word '.repeat(5000), 'x')],
    ['stars', plain('Stars', '* ** *** **** *a** **b*')],
    [
      'a chapter title of one long word',
      { title: 'T', language: 'en', chapters: [{ number: 1, title: 'x'.repeat(3000), text: 'x' }] },
    ],
  ])('are typeset: %s', async (_name, manuscript) => {
    for (const edition of ['ebook', 'paperback'] as const) {
      const { pdf, pages } = typeset(manuscript, { edition, fonts, date: 0 });
      expect((await readPdf(pdf)).pages).toHaveLength(pages);
    }
  });

  it('keep a word of 50,000 characters complete and inside the margins', async () => {
    const word = Array.from({ length: 50_000 }, (_, index) =>
      'abcdefghij'.charAt((index * 7 + (index >> 3)) % 10),
    ).join('');
    const { pdf } = typesetChapter(plain('T', `Before ${word} after.`), 1, { fonts, date: 0 });
    const read = await readPdf(pdf);
    expect(bodyOf(read, 0, ['One']).replace(/\s/g, '')).toContain(`Before${word}after.`);
    expect(Math.max(...read.pages.flatMap(({ lines }) => lines.map(({ length }) => length)))).toBeLessThan(120);
  });

  it('show and report a box for characters without a glyph, and copy as the original text', async () => {
    const { pdf, warnings } = typeset(plain('T', 'A 🐻 met 👩‍👧 and 漢字 and سلام.'), {
      edition: 'ebook',
      fonts,
      date: 0,
    });
    expect(warnings.join()).toMatch(/^8 characters are not .*🐻 \(U\+1F43B\)/);
    expect((await readPdf(pdf)).pages.at(-1)?.text.replace(/\s/g, '')).toContain('🐻met👩‍👧and漢字and');
  });

  it('are rejected when a chapter or font is missing', () => {
    expect(() => typesetChapter(book, 9, { fonts, date: 0 })).toThrow(UnknownChapterError);
    expect(() => typeset(book, { edition: 'ebook', fonts: { ...fonts, bold: [new Uint8Array(10)] }, date: 0 })).toThrow(
      UnreadableFontError,
    );
    expect(() => typeset(book, { edition: 'ebook', fonts: { ...fonts, bold: [] }, date: 0 })).toThrow(
      UnreadableFontError,
    );
  });
});

describe('small documents', () => {
  it('typesets an outline with its headings and text', async () => {
    const { pdf, pages } = typesetOutline(
      {
        title: 'Outline',
        author: 'Bear',
        language: 'en-GB',
        text: '# Chapter 1\n\nShe *finds* the river.\n\n## Beats\n\nOne\ntwo',
      },
      { fonts, date: 0 },
    );
    expect(pages).toBe(1);
    expect((await readPdf(pdf)).pages[0]?.lines).toEqual([
      'Outline',
      'Bear',
      'Chapter 1',
      'She finds the river.',
      'Beats',
      'One',
      'two',
      '1',
    ]);
  });

  it('typesets a single chapter and reports progress', async () => {
    const progress: number[] = [];
    const read = await readPdf(typesetChapter(book, 3, { fonts, date: 0 }).pdf);
    expect(read.pages[0]?.lines.slice(0, 2)).toEqual(['CHAPTER 3', 'Ink and Honey']);
    typeset(book, { edition: 'ebook', fonts, date: 0, onProgress: (fraction) => progress.push(fraction) });
    expect(progress).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('typesets a story with title page, front matter and text, without contents and chapter numbers', async () => {
    const read = await readPdf(
      typesetStory(
        { ...book, title: 'Our Bear', chapters: [{ number: 1, title: 'Our Bear', text: chapterText(1) }] },
        { fonts, date: DATE },
      ).pdf,
    );
    const start = read.pages.findIndex(({ label }) => label === '1');
    expect(read.pages.slice(0, start).map(({ label, lines }) => [label, lines[0]])).toEqual([
      ['i', 'Our Bear'],
      ['ii', 'For you'],
      ['iii', 'Introduction'],
    ]);
    expect(read.pages[start]?.lines[0]).toBe('Our Bear');
    expect(bodyOf(read, start, ['Our Bear']).replace(/\s/g, '')).toContain(chapterText(1).replace(/\s/g, ''));
    expect(read.pages.some(({ text }) => /^(CHAPTER|Contents)/m.test(text))).toBe(false);
    expect(read.bookmarks).toEqual([{ title: 'Our Bear', page: start }]);
  });

  it('lists a font file for every face', () => {
    expect(fontFileNames()).toHaveLength(Object.values(FONT_FILES).flat().length);
  });
});
