import { beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { SaxesParser } from 'saxes';
import { type Design, standardDesign } from '../design.ts';
import type { Manuscript } from '../manuscript.ts';
import { testBook } from '../testing/book.ts';
import { writeDesignedDocx, writeManuscriptDocx } from './write-docx.ts';

const book = testBook;

const read = (docx: Uint8Array): Map<string, string> =>
  new Map(Object.entries(unzipSync(docx)).map(([name, bytes]) => [name, strFromU8(bytes)]));
const bodyOf = (docx: Uint8Array): string => read(docx).get('word/document.xml') ?? '';
/** The paragraphs as another library reads them; line breaks are spaces. */
const paragraphsOf = async (docx: Uint8Array): Promise<string[]> => {
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(docx) });
  return value
    .split('\n\n')
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
};
const expectWellFormed = (docx: Uint8Array): void => {
  for (const [name, text] of read(docx))
    if (/\.(?:xml|rels)$/.test(name))
      expect(() => new SaxesParser({ xmlns: true, fileName: name }).write(text).close()).not.toThrow();
};

describe('a book in manuscript format', () => {
  let docx: Uint8Array;
  beforeAll(async () => {
    const format = { paper: 'a4', face: 'courier', contact: 'Zoë Bear\n1 River Lane\nzoe@example.org' } as const;
    docx = await writeManuscriptDocx(book, { design: standardDesign, format, date: 0 });
  });

  it('has well-formed parts', () => expectWellFormed(docx));

  it('begins with who wrote it and how long it is, has every paragraph in order and says where it ends', async () => {
    expect(await paragraphsOf(docx)).toEqual([
      'Zoë Bear about 100 words',
      '1 River Lane',
      'zoe@example.org',
      'THE BEAR & THE <RIVER>',
      'A Novel',
      'by Zoë “Ink” Bear',
      'Also by Zoë Bear',
      'The First Bear',
      'The Second Bear',
      'Copyright © 2026 Zoë Bear',
      'ISBN 978-0-306-40615-7',
      'For you',
      'Snow falls.',
      'Introduction',
      'Why this book was written.',
      'Prologue',
      'It began <here> & there.',
      'Part One',
      'Chapter 1',
      'The River',
      'She saw the river and stayed.',
      'Nextline.',
      '#',
      'After the break.',
      'Later',
      'Done.',
      'Chapter 2',
      'The end, 漢字 and 🐻.',
      'Afterword',
      'It is over.',
      'About the author',
      'Zoë lives in Kent.',
      'END',
    ]);
  });

  it('is double spaced in 12 points on A4 with margins of an inch, or on Letter', async () => {
    const styles = read(docx).get('word/styles.xml') ?? '';
    expect(styles).toMatch(/<w:rFonts[^>]*w:ascii="Courier Prime"/);
    expect(styles).toContain('<w:sz w:val="24"/>');
    expect(styles).toMatch(/<w:spacing[^>]*w:line="480"/);
    expect(bodyOf(docx)).toMatch(/<w:pgSz[^>]*w:w="11909"[^>]*w:h="16834"/);
    expect(bodyOf(docx)).toMatch(/<w:pgMar[^>]*w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/);
    const format = { paper: 'letter', face: 'times', contact: '' } as const;
    const letter = await writeManuscriptDocx(book, { design: standardDesign, format, date: 0 });
    expect(bodyOf(letter)).toMatch(/<w:pgSz[^>]*w:w="12240"[^>]*w:h="15840"/);
    expect(read(letter).get('word/styles.xml')).toMatch(/w:ascii="Times New Roman"/);
    expect((await paragraphsOf(letter))[0]).toBe('Zoë “Ink” Bear about 100 words');
  });

  it('has surname, title and page number on every page but the first', () => {
    const files = read(docx);
    const headers = [...files].filter(([name]) => /word\/header\d+\.xml/.test(name)).map(([, text]) => text);
    expect(
      headers.some((text) => text.includes('Bear / THE BEAR &amp; THE &lt;RIVER&gt; / ') && text.includes('PAGE')),
    ).toBe(true);
    expect(bodyOf(docx)).toContain('<w:titlePg/>');
  });

  it('breaks lines by hand where the author did, and shows emphasis', () => {
    expect(bodyOf(docx)).toMatch(/Next<\/w:t><\/w:r><w:r><w:br\/><w:t[^>]*>line\./);
    expect(bodyOf(docx)).toMatch(/<w:i\/>(?:<w:iCs\/>)?<\/w:rPr><w:t[^>]*>saw</);
    expect(bodyOf(docx)).toMatch(/<w:b\/>(?:<w:bCs\/>)?<\/w:rPr><w:t[^>]*>river</);
  });
});

describe('a book as designed', () => {
  const design: Design = { ...standardDesign, trim: { widthIn: 5.5, heightIn: 8.5 }, shortTitle: 'The Bear' };
  const write = (more: Partial<Design> = {}) =>
    writeDesignedDocx(book, { design: { ...design, ...more }, fontName: 'Literata', date: 0 });

  it('has well-formed parts', async () => expectWellFormed(await write()));

  it('has every paragraph in order', async () => {
    expect(await paragraphsOf(await write({ contents: false }))).toEqual([
      'Also by Zoë Bear',
      'The First Bear',
      'The Second Bear',
      'The Bear & the <River>',
      'A Novel',
      'Zoë “Ink” Bear',
      'Inkbear House',
      'Copyright © 2026 Zoë Bear',
      'ISBN 978-0-306-40615-7',
      'For you',
      'Snow falls.',
      'Introduction',
      'Why this book was written.',
      'Prologue',
      'It began <here> & there.',
      'Part One',
      'CHAPTER 1',
      'The River',
      'She saw the river and stayed.',
      'Nextline.',
      '* * *',
      'After the break.',
      'Later',
      'Done.',
      'Chapter 2',
      'The end, 漢字 and 🐻.',
      'Afterword',
      'It is over.',
      'About the author',
      'Zoë lives in Kent.',
    ]);
  });

  it('has the trim size, mirrored margins with a gutter, and page numbers that begin again with the body', async () => {
    const files = read(await write());
    const document = files.get('word/document.xml') ?? '';
    expect(document.match(/<w:pgSz[^>]*w:w="7920"[^>]*w:h="12240"/g)).toHaveLength(2);
    expect(document.match(/<w:pgMar[^>]*w:right="864"[^>]*w:left="612"[^>]*w:gutter="540"/g)).toHaveLength(2);
    expect(document).toMatch(/<w:pgNumType[^>]*w:fmt="lowerRoman"/);
    expect(document).toMatch(/<w:type w:val="oddPage"\/>/);
    expect(files.get('word/settings.xml')).toContain('<w:evenAndOddHeaders/>');
    expect(files.get('word/settings.xml')).toContain('<w:mirrorMargins/>');
  });

  it('has a field of contents from the headings, or none', async () => {
    const body = bodyOf(await write());
    expect(body).toMatch(/TOC[^<]*\\o &quot;1-1&quot;/);
    expect(body).toMatch(/<w:pStyle w:val="ContentsHeading"\/>(?:(?!<\/w:p>).)*Contents/);
    expect(bodyOf(await write({ contents: false }))).not.toContain('TOC ');
  });

  it('has real styles, running heads and the size of the design', async () => {
    const files = read(await write({ size: 10 }));
    const styles = files.get('word/styles.xml') ?? '';
    for (const name of ['Body Text', 'Body Text First', 'Scene Break', 'Chapter Label', 'Running Head'])
      expect(styles).toContain(`<w:name w:val="${name}"/>`);
    expect(styles).toContain('<w:sz w:val="20"/>');
    expect(styles).toMatch(/w:ascii="Literata"/);
    const headers = [...files].filter(([name]) => /word\/header\d+\.xml/.test(name)).map(([, text]) => text);
    expect(headers.some((text) => text.includes('The Bear<'))).toBe(true);
    expect(headers.some((text) => text.includes('Zoë “Ink” Bear<'))).toBe(true);
    expect(bodyOf(await write({ heads: 'none' }))).toContain('w:headerReference');
  });

  it('has the same bytes for the same input, and the date that it was given', async () => {
    expect(Buffer.compare(await write(), await write())).toBe(0);
    expect(read(await write()).get('docProps/core.xml')).toContain('1970-01-01T00:00:00Z');
  });

  it('is a valid file even when the book has no text', async () => {
    const empty: Manuscript = { title: '', language: 'en', chapters: [] };
    expect(
      await paragraphsOf(
        await writeDesignedDocx(empty, { design: { ...design, contents: false }, fontName: 'Literata', date: 0 }),
      ),
    ).toEqual(['Untitled']);
  });
});
