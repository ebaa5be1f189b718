import { beforeAll, describe, expect, it } from '@jest/globals';
import { UnreadableFontError } from './fonts.ts';
import { type Design, standardDesign } from './design.ts';
import type { Manuscript } from './manuscript.ts';
import { type PressAssets, readAssets } from './node-assets.ts';
import { testBook } from './testing/book.ts';
import { contentsOf, joinLines, objectsOf, onlyLetters, type ReadPdf, readPdf } from './testing/pdf.ts';
import { typeset, typesetChapter, typesetOutline, typesetStory } from './typeset.ts';

const sentence =
  'The difficult bear offered an efficient, extraordinary explanation of fluffy waffles — “naïve,” she said, and Ελλάδα or Москва would have to wait until evening.';
const date = Date.UTC(2026, 0, 2, 3, 4, 5);
const chapterText = (number: number): string =>
  Array.from({ length: 12 + number * 5 }, (_, index) => `Paragraph ${number}.${index}. ${sentence} ${sentence}`).join(
    '\n\n',
  );
const book: Manuscript = {
  ...testBook,
  isbn: '',
  matter: [],
  chapters: ['The River', 'Chapter 2', 'Ink and Honey'].map((title, index) => ({
    number: index + 1,
    title,
    text: chapterText(index + 1),
  })),
};
let assets: PressAssets;
beforeAll(async () => {
  assets = await readAssets();
});
const plain = (title: string, text: string): Manuscript => ({
  title,
  language: 'en-GB',
  chapters: [{ number: 1, title: 'One', text }],
});
/** A chapter of one text, as a PDF for the screen. */
const typesetOneText = (text: string) => typesetChapter(plain('T', text), { assets, date: 0 });
/** The running text of the pages from `first`, without running heads and page numbers. */
const bodyOf = ({ pages }: ReadPdf, first: number, heads: readonly string[]): string =>
  joinLines(
    pages
      .slice(first)
      .flatMap(({ lines, folio }) =>
        lines.filter(
          (text, index) => !(index === 0 && heads.includes(text)) && !(index === lines.length - 1 && text === folio),
        ),
      ),
  );

describe.each(['screen', 'print'] as const)('a book for %s', (profile) => {
  let read: ReadPdf;
  let pdf: Uint8Array;
  beforeAll(async () => {
    const result = await typeset(book, { profile, assets, date });
    pdf = result.pdf;
    read = await readPdf(pdf);
    expect(result.pages).toBe(read.pages.length);
    expect(result.findings).toEqual([]);
  });

  it('lists the first pages of chapters in the contents', () => {
    const contents = read.pages.find(({ lines }) => lines[0] === 'Contents')?.lines ?? [];
    const entries = contents
      .map((line) => /^(?:\d+ )?(The River|Chapter 2|Ink and Honey|Introduction) (\w+)$/.exec(line))
      .filter((match) => match !== null);
    expect(entries).toHaveLength(4);
    for (const [, title, folio] of entries) {
      const page = read.pages.find((candidate) => candidate.folio === folio);
      expect(page?.lines.slice(0, 2)).toContain(title);
    }
  });

  it('contains every word of the chapters, including ligatures and other scripts', () => {
    const first = read.pages.findIndex(({ folio }) => folio === '1');
    const body = bodyOf(read, first, [book.title, book.author ?? '']);
    for (const { text } of book.chapters) {
      expect(onlyLetters(body).includes(onlyLetters(text))).toBe(true);
      expect(body).toContain(`Paragraph ${text.split(' ')[1] ?? ''} The difficult bear`);
    }
  });

  it('starts chapters on the pages that the profile requires', () => {
    const starts = read.pages.flatMap(({ text }, index) =>
      /^(CHAPTER [13]\n|Chapter 2\nParagraph 2\.0)/.test(text) ? [index] : [],
    );
    expect(starts).toHaveLength(3);
    if (profile === 'print') expect([...starts, read.pages.length].map((page) => page % 2)).toEqual([0, 0, 0, 0]);
    else expect(read.pages.every(({ lines }) => lines.length > 0)).toBe(true);
  });

  it('has links and bookmarks only on screen', () => {
    const starts = ['Introduction', 'CHAPTER 1', 'Chapter 2', 'CHAPTER 3'].map((line) =>
      read.pages.findIndex(({ lines, roles }) => lines[0] === line && (profile === 'print' || roles.includes('H1'))),
    );
    expect(read.pages.flatMap(({ links }) => links)).toEqual(profile === 'screen' ? starts : []);
    expect(read.bookmarks.map(({ title }) => title)).toEqual(
      profile === 'screen'
        ? [book.title, 'Contents', 'Introduction', '1. The River', 'Chapter 2', '3. Ink and Honey']
        : [],
    );
    for (const { title, page } of read.bookmarks.slice(3))
      expect(read.pages[page]?.text).toContain(title.replace(/^\d\. /, ''));
  });

  it('has the same bytes for the same input and date', async () => {
    const again = async (options: { assets: PressAssets; date: number }) =>
      Buffer.compare(pdf, (await typeset(book, { profile, ...options })).pdf);
    expect(await again({ assets, date })).toBe(0);
    expect(await again({ assets: { ...assets }, date })).toBe(0);
    expect(await again({ assets, date: date + 1000 })).not.toBe(0);
  });

  it('embeds every used font completely with a map to Unicode', () => {
    const objects = objectsOf(pdf);
    const count = (pattern: RegExp): number => objects.match(pattern)?.length ?? 0;
    const used = ['Regular', 'Italic'].map((style) => `/FontName /Literata-${style}\n`);
    expect(objects.match(/\/FontName .*\n/g)?.toSorted()).toEqual(used.toSorted());
    expect([count(/\/FontFile2 \d+ 0 R/g), count(/\/ToUnicode \d+ 0 R/g), count(/\/Subtype \/Type0/g)]).toEqual([
      2, 2, 2,
    ]);
  });
});

describe('a book for screen', () => {
  let pdf: Uint8Array;
  let read: ReadPdf;
  beforeAll(async () => {
    pdf = (await typeset(book, { profile: 'screen', assets, date })).pdf;
    read = await readPdf(pdf);
  });

  it('has title, author and language in its information, and escapes them in XMP', () => {
    expect(read.info).toMatchObject({
      PDFFormatVersion: '1.7',
      Title: book.title,
      Author: book.author,
      Subject: book.synopsis,
      Language: 'en-GB',
      CreationDate: 'D:20260102030405Z',
    });
    const file = Buffer.from(pdf).toString('utf8');
    expect(file).toContain('<rdf:li xml:lang="x-default">The Bear &amp; the &lt;River&gt;</rdf:li>');
    expect(file).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(file).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
  });

  it('labels its pages with their printed numbers', () => {
    expect(read.pages.slice(0, 6).map(({ label }) => label)).toEqual(['i', 'ii', 'iii', 'iv', '1', '2']);
    for (const { folio, label } of read.pages) expect(['', label]).toContain(folio);
  });

  it('is tagged: headings, paragraphs and the contents', () => {
    const rolesOf = (line: string) => read.pages.find(({ lines }) => lines[0] === line)?.roles;
    expect(read.pages[0]?.roles).toEqual(['Document', 'Sect', 'H1', 'P', 'P', 'P']);
    const entry = ['TOCI', 'Reference', 'Link'];
    expect(rolesOf('Contents')).toEqual(['Document', 'Sect', 'H1', 'TOC', ...Array(4).fill(entry).flat()]);
    expect(rolesOf('CHAPTER 1')?.slice(0, 5)).toEqual(['Document', 'Sect', 'H1', 'P', 'P']);
  });

  it('tags headings inside a text without skipping a level', async () => {
    const text = '## First\n\nOne\n\n# Second\n\n## Third\n\n### Fourth';
    const { pages } = await readPdf((await typesetOneText(text)).pdf);
    expect(pages[0]?.roles).toEqual(['Document', 'Sect', 'H1', 'H2', 'P', 'H2', 'H3', 'H3']);
  });

  it('marks line-end hyphens as soft hyphens', () => {
    const hyphens = contentsOf(pdf).match(/\/Span<<\/ActualText<FEFF00AD>>>BDC\n\[<[0-9a-f]{4}>]TJ\nEMC\n/g) ?? [];
    expect(hyphens.length).toBeGreaterThan(20);
  });
});

describe('a book for print', () => {
  const print = async (more: Partial<Design> = {}): Promise<Uint8Array> => {
    const design = { ...standardDesign, ...more };
    return (await typeset(book, { profile: 'print', assets, date, design })).pdf;
  };

  it('is PDF 1.3 without metadata, links, tags, labels, marked content and transparency', async () => {
    const pdf = await print();
    const file = objectsOf(pdf);
    expect(file.startsWith('%PDF-1.3\n')).toBe(true);
    for (const key of ['Metadata', 'Annots', 'StructTreeRoot', 'MarkInfo', 'PageLabels', 'Outlines', 'ExtGState'])
      expect(file).not.toContain(`/${key}`);
    for (const key of ['Title', 'Author', 'Creator', 'UserUnit', 'Lang']) expect(file).not.toContain(`/${key} `);
    expect(contentsOf(pdf)).not.toMatch(/BDC|BMC| (?:rg|k|sc)\n/);
  });

  it('has pages of the trim size, or with bleed at the top, the bottom and the outside edge', async () => {
    const boxesOf = (file: string, box: string) =>
      [...new Set(file.match(new RegExp(`/${box} \\[.*\\]`, 'g')))].map((entry) => entry.slice(box.length + 2));
    const plainFile = objectsOf(await print());
    const bleedFile = objectsOf(await print({ bleed: true }));
    expect(boxesOf(plainFile, 'MediaBox')).toEqual(['[0 0 432 648]']);
    expect(boxesOf(plainFile, 'TrimBox')).toEqual(['[0 0 432 648]']);
    expect(boxesOf(plainFile, 'BleedBox')).toEqual([]);
    expect(boxesOf(bleedFile, 'MediaBox')).toEqual(['[0 0 441 666]']);
    expect(boxesOf(bleedFile, 'BleedBox')).toEqual(['[0 0 441 666]']);
    expect(boxesOf(bleedFile, 'TrimBox')).toEqual(['[0 9 432 657]', '[9 9 441 657]']);
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
    for (const profile of ['screen', 'print'] as const) {
      const { pdf, pages } = await typeset(manuscript, { profile, assets, date: 0 });
      expect((await readPdf(pdf)).pages).toHaveLength(pages);
    }
  });

  it('keep a word of 50,000 characters complete and inside the margins', async () => {
    const word = Array.from({ length: 50_000 }, (_, index) =>
      'abcdefghij'.charAt((index * 7 + (index >> 3)) % 10),
    ).join('');
    const { pdf } = await typesetOneText(`Before ${word} after.`);
    const read = await readPdf(pdf);
    expect(bodyOf(read, 0, ['T']).replace(/\s/g, '')).toContain(`Before${word}after.`);
    expect(Math.max(...read.pages.flatMap(({ lines }) => lines.map(({ length }) => length)))).toBeLessThan(120);
  });

  it('show and report a box for characters without a glyph, which is read as the original text', async () => {
    const manuscript = plain('T', 'A 🐻 met 👩‍👧 and 漢字 and سلام.');
    const { pdf, findings, missingCharacters } = await typeset(manuscript, { profile: 'screen', assets, date: 0 });
    expect(missingCharacters.slice(0, 3)).toEqual(['🐻', '👩‍👧', '漢']);
    expect(findings.map(({ kind, text }) => [kind, text])).toEqual([['missing-glyph', '🐻👩‍👧漢字سلام']]);
    const contents = contentsOf(pdf);
    expect(contents).toMatch(/ET\n\/Span<<\/ActualText<FEFFD83DDC3B>>>BDC\nq 0\.75 w [\d. ]+ re S Q\nEMC\nBT\n/);
    expect(contents.match(/ re S Q\n/g)).toHaveLength(8);
    const print = contentsOf((await typeset(manuscript, { profile: 'print', assets, date: 0 })).pdf);
    expect([print.match(/ re S Q\n/g)?.length, print.includes('<0000')]).toEqual([8, false]);
  });

  it('report the characters of an unchanged chapter each time', async () => {
    const typesetAgain = async () => {
      const { findings, missingCharacters } = await typeset(plain('T', 'A 🐻.'), { profile: 'print', assets, date: 0 });
      return { findings, missingCharacters };
    };
    const first = await typesetAgain();
    expect(await typesetAgain()).toEqual(first);
    expect(first).toMatchObject({ missingCharacters: ['🐻'], findings: [{ kind: 'missing-glyph', text: '🐻' }] });
  });

  it('are rejected when a font cannot be read', async () => {
    const broken = { ...assets, family: { ...assets.family, bold: new Uint8Array(10) } };
    await expect(typeset(book, { profile: 'screen', assets: broken, date: 0 })).rejects.toThrow(UnreadableFontError);
  });

  it('say that words are not hyphenated in a language without rules', async () => {
    const { findings } = await typeset(
      { ...plain('T', 'Sana.'), language: 'fi' },
      { profile: 'screen', assets, date: 0 },
    );
    expect(findings).toEqual([{ kind: 'not-hyphenated', page: null, rect: null, text: 'fi', section: null }]);
  });
});

describe('small documents', () => {
  it('typesets an outline with its headings and text', async () => {
    const { pdf, pages } = await typesetOutline(
      {
        title: 'Outline',
        author: 'Bear',
        language: 'en-GB',
        text: '# Chapter 1\n\nShe *finds* the river.\n\n## Beats\n\nOne\ntwo',
      },
      { assets, date: 0 },
    );
    expect(pages).toBe(1);
    const [page] = (await readPdf(pdf)).pages;
    expect(page?.lines).toEqual(['Outline', 'Bear', 'Chapter 1', 'She finds the river.', 'Beats', 'One', 'two', '1']);
    expect(page?.roles).toEqual(['Document', 'Sect', 'H1', 'P', 'H2', 'P', 'H3', 'P']);
  });

  it('typesets a single chapter and reports progress', async () => {
    const progress: number[][] = [];
    const { pdf } = await typesetChapter({ ...book, chapters: book.chapters.slice(2) }, { assets, date: 0 });
    const read = await readPdf(pdf);
    expect(read.pages[0]?.lines.slice(0, 2)).toEqual(['CHAPTER 3', 'Ink and Honey']);
    const chapters = book.chapters.map((chapter, at) => (at === 1 ? { ...chapter, part: 'The Thaw' } : chapter));
    const onChapterDone = (...counts: number[]): void => void progress.push(counts);
    await typeset({ ...book, chapters }, { profile: 'screen', assets, date: 0, onChapterDone });
    // The title page of a part is not a chapter.
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it('typesets a story with title page, front matter and text, without contents and chapter numbers', async () => {
    const { pdf } = await typesetStory(
      { ...book, title: 'Our Bear', chapters: [{ number: 1, title: 'Our Bear', text: chapterText(1) }] },
      { assets, date },
    );
    const read = await readPdf(pdf);
    const start = read.pages.findIndex(({ label }) => label === '1');
    expect(read.pages.slice(0, start).map(({ label, lines }) => [label, lines[0]])).toEqual([
      ['i', 'Our Bear'],
      ['ii', 'For you'],
      ['iii', 'Introduction'],
    ]);
    expect(read.pages[start]?.lines[0]).toBe('Our Bear');
    expect(onlyLetters(bodyOf(read, start, ['Our Bear', book.author ?? '']))).toContain(onlyLetters(chapterText(1)));
    expect(read.pages.some(({ text }) => /^(CHAPTER|Contents)/m.test(text))).toBe(false);
    expect(read.bookmarks).toEqual([{ title: 'Our Bear', page: start }]);
  });
});
