import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { standardDesign } from '../design.ts';
import type { Manuscript } from '../manuscript.ts';
import { readAssets } from '../node-assets.ts';
import { longTestBook, testBook } from '../testing/book.ts';
import { onlyLetters, readPdf } from '../testing/pdf.ts';
import { typeset, type TypesetResult } from '../typeset.ts';
import { styleSheet } from './package-files.ts';
import { pageBreakMark } from './print-page-marks.ts';
import { type EpubOptions, writeEpub } from './write-epub.ts';
import { textToXhtml } from './xhtml.ts';

const book = testBook;
const uuid = '2f1c9c54-6a36-4d3c-9f0a-0d6c1e1f2a3b';
const options: EpubOptions = { design: standardDesign, uuid, date: Date.UTC(2026, 0, 2, 3, 4, 5) };
const cover = { bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]), mediaType: 'image/jpeg' as const };

const read = (epub: Uint8Array): Map<string, string> =>
  new Map(Object.entries(unzipSync(epub)).map(([name, bytes]) => [name, strFromU8(bytes)]));
const fileOf = (files: Map<string, string>, name: string): string => files.get(`OEBPS/${name}`) ?? '';
const allOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const spineOf = (files: Map<string, string>): string[] =>
  allOf(fileOf(files, 'package.opf'), /<itemref idref="(.*?)"/g);
/** The text of a well-formed document, read by an XML parser. */
const textOfBody = (xhtml: string): string => {
  const parser = new SaxesParser();
  let text = '';
  let isBody = false;
  parser.on('opentag', ({ name }) => {
    isBody ||= name === 'body';
    if (name === 'br') text += ' ';
  });
  parser.on('text', (part) => {
    if (isBody) text += part;
  });
  parser.write(xhtml).close();
  return text;
};
/** The text of the documents in reading order, without the contents. */
const textOf = (files: Map<string, string>): string =>
  spineOf(files)
    .filter((id) => id !== 'contents')
    .map((id) => textOfBody(fileOf(files, `${id}.xhtml`)))
    .join('\n');

describe('an e-book', () => {
  const epub = writeEpub(book, { ...options, cover });
  const files = read(epub);

  it('begins with its media type, uncompressed and without extra fields', () => {
    const start = Buffer.from(epub.subarray(0, 58));
    expect([start.readUInt32LE(0), start.readUInt16LE(8), start.readUInt16LE(28)]).toEqual([0x04034b50, 0, 0]);
    expect(start.subarray(30).toString()).toBe('mimetypeapplication/epub+zip');
  });

  it('has well-formed documents', () => {
    for (const [name, text] of files) {
      if (!/\.(?:xhtml|opf|ncx|xml)$/.test(name)) continue;
      expect(() => new SaxesParser({ xmlns: true, fileName: name }).write(text).close()).not.toThrow();
    }
    expect([...files.keys()].filter((name) => name.endsWith('.xhtml'))).toHaveLength(13);
  });

  it('lists in its manifest exactly the files that it has', () => {
    const listed = allOf(fileOf(files, 'package.opf'), /<item [^>]*href="(.*?)"/g);
    const stored = [...files.keys()].filter((name) => name.startsWith('OEBPS/')).map((name) => name.slice(6));
    expect(listed.toSorted()).toEqual(stored.filter((name) => name !== 'package.opf').toSorted());
  });

  it('has the order of a book, with the contents before the texts and the cover outside of it', () => {
    expect(spineOf(files)).toEqual([
      'also-by-001',
      'title-001',
      'copyright-001',
      'dedication-001',
      'epigraph-001',
      'contents',
      'introduction-001',
      'chapter-001',
      'part-001',
      'chapter-002',
      'chapter-003',
      'afterword-001',
      'about-author-001',
    ]);
    expect(fileOf(files, 'package.opf')).toContain('href="cover.jpg" media-type="image/jpeg" properties="cover-image"');
    expect(read(writeEpub(book, options)).has('OEBPS/cover.jpg')).toBe(false);
  });

  it('lists texts in the contents in the order of reading, chapters below their part', () => {
    const toc = fileOf(files, 'contents.xhtml').split('</nav>')[0] ?? '';
    expect(allOf(toc, /<a href="(.*?)\.xhtml"/g)).toEqual(spineOf(files).slice(6));
    expect(allOf(toc, /<a [^>]*>(.*?)<\/a>/g)).toEqual([
      'Introduction',
      'Prologue',
      'Part One',
      '1. The River',
      'Chapter 2',
      'Afterword',
      'About the author',
    ]);
    const part = /Part One<\/a>\n<ol>([^]*?)<\/ol>/.exec(toc)?.[1] ?? '';
    expect(allOf(part, /href="(.*?)\.xhtml"/g)).toEqual(['chapter-002', 'chapter-003']);
    const ncx = fileOf(files, 'toc.ncx');
    expect(allOf(ncx, /<content src="(.*?)\.xhtml"/g)).toEqual(spineOf(files).slice(6));
    expect(ncx).toContain('name="dtb:depth" content="2"');
  });

  it('is identified by its ISBN, or by the UUID of the book', () => {
    const identifierOf = (from: Map<string, string>) => [
      ...allOf(fileOf(from, 'package.opf'), /<dc:identifier id="identifier">(.*?)</g),
      ...allOf(fileOf(from, 'toc.ncx'), /name="dtb:uid" content="(.*?)"/g),
    ];
    expect(identifierOf(files)).toEqual(Array(2).fill('urn:isbn:9780306406157'));
    expect(identifierOf(read(writeEpub({ ...book, isbn: '' }, options)))).toEqual(Array(2).fill(`urn:uuid:${uuid}`));
  });

  it('describes itself, with one time of modification and what assistive technology needs to know', () => {
    const opf = fileOf(files, 'package.opf');
    expect(opf).toContain('<dc:title>The Bear &amp; the &lt;River&gt;</dc:title>');
    expect(opf).toContain('<dc:language>en-GB</dc:language>');
    expect(allOf(opf, /<meta property="dcterms:modified">(.*?)</g)).toEqual(['2026-01-02T03:04:05Z']);
    for (const property of ['accessMode', 'accessModeSufficient', 'accessibilityFeature', 'accessibilityHazard'])
      expect(opf).toContain(`<meta property="schema:${property}">`);
  });

  it('has every word of the manuscript in order, and leaves font, size and colour to the reader', () => {
    const words = textOf(files).replace(/\s+/g, ' ');
    const expected = [
      'The First Bear The Second Bear',
      'The Bear & the <River> A Novel Zoë “Ink” Bear Inkbear House',
      'Copyright © 2026 Zoë Bear ISBN 978-0-306-40615-7',
      'For you',
      'Snow falls.',
      'Introduction Why this book was written.',
      'Prologue It began <here> & there.',
      'Part One',
      'Chapter 1 The River She saw the river and stayed. Next line. After the break. Later Done.',
      'Chapter 2 The end, 漢字 and 🐻.',
      'Afterword It is over.',
      'About the author Zoë lives in Kent.',
    ];
    expect(words.trim()).toBe(['Also by Zoë Bear', ...expected].join(' '));
    const text = fileOf(files, 'chapter-002.xhtml');
    expect(text).toContain(
      '<p class="first">She <em>saw</em> the <strong>river</strong> and <strong><em>stayed</em></strong>.</p>',
    );
    expect(text).toContain('<p>Next<br/>\nline.</p>\n<hr/>\n<p class="first">After the break.</p>\n<h2>Later</h2>');
    expect(styleSheet).not.toMatch(/font-family|[^-]color|body|\bp\b[^{]*{[^}]*font-size/);
  });

  it('is read from right to left in languages that are written so', () => {
    const hebrew = read(writeEpub({ ...book, language: 'he' }, options));
    expect(fileOf(hebrew, 'package.opf')).toContain('page-progression-direction="rtl"');
    expect(fileOf(hebrew, 'chapter-001.xhtml')).toContain('lang="he" xml:lang="he" dir="rtl"');
    expect(fileOf(files, 'chapter-001.xhtml')).toContain('dir="ltr"');
  });

  it('has the same bytes for the same input', () => {
    expect(Buffer.compare(writeEpub(book, options), writeEpub(book, options))).toBe(0);
    expect(Buffer.compare(writeEpub(book, options), writeEpub(book, { ...options, date: 0 }))).not.toBe(0);
  });

  it('is a valid file even when the book has no text', () => {
    expect(spineOf(read(writeEpub({ title: '', language: '', chapters: [] }, options)))).toEqual([
      'title-001',
      'contents',
    ]);
  });
});

describe('an e-book with the pages of the print edition', () => {
  const long = longTestBook(4, 12);
  let print: TypesetResult;
  let files: Map<string, string>;
  beforeAll(async () => {
    print = await typeset(long, { profile: 'print', assets: await readAssets(), date: 0 });
    files = read(writeEpub(long, { ...options, pageStarts: print.pageStarts, printIsbn: '978-1-4028-9462-6' }));
  });
  const marks = (xhtml: string) => allOf(xhtml, /<span epub:type="pagebreak" role="doc-pagebreak" id="(.*?)"/g);

  it('lists every page that begins with a part of the text, in both tables', () => {
    const labels = print.pageStarts.map(({ label }) => label);
    expect(labels.length).toBeGreaterThan(15);
    const listed = fileOf(files, 'contents.xhtml').split('epub:type="page-list"')[1] ?? '';
    expect(allOf(listed, /<a href="[^"]*">(.*?)<\/a>/g)).toEqual(labels);
    expect(allOf(fileOf(files, 'toc.ncx'), /<pageTarget id="page-(.*?)"/g)).toEqual(labels);
    const marked = spineOf(files).flatMap((id) => marks(fileOf(files, `${id}.xhtml`)));
    expect(marked).toEqual(labels.map((label) => `page-${label}`));
    for (const [, document = '', id = ''] of listed.matchAll(/<a href="([^"#]*)#([^"]*)"/g))
      expect(marks(fileOf(files, document))).toContain(id);
  });

  it('marks each page before the word with which it begins in print', async () => {
    const { pages } = await readPdf(print.pdf);
    const heads = [long.title, long.author];
    let compared = 0;
    for (const { page, label, section, block, character } of print.pageStarts) {
      if (block + character === 0 || section < 5) continue;
      const lines = pages[page - 1]?.lines.filter((line) => !heads.includes(line)) ?? [];
      const xhtml =
        [...files].find(([name, text]) => name.endsWith('.xhtml') && text.includes(`id="page-${label}"`))?.[1] ?? '';
      const after = textOfBody(
        `<body>${xhtml.split(`id="page-${label}" aria-label="${label}"></span>`)[1]?.split('</p>')[0]}</body>`,
      );
      // A page that begins inside a word is marked before it.
      const letters = onlyLetters(after);
      const printed = onlyLetters(lines[0] ?? '').slice(0, 20);
      expect(letters.indexOf(printed)).toBeLessThanOrEqual(after.search(/\s|$/));
      expect(letters).toContain(printed);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('declares its page list and the print edition it refers to', () => {
    const opf = fileOf(files, 'package.opf');
    expect(opf).toContain('<meta property="schema:accessibilityFeature">pageNavigation</meta>');
    expect(opf).toContain('<meta property="pageBreakSource">urn:isbn:9781402894626</meta>');
    expect(fileOf(read(writeEpub(long, options)), 'package.opf')).not.toContain('pageNavigation');
  });

  it('has every word at its place', () => {
    const without = textOf(read(writeEpub(long, options)));
    expect(textOf(files).replace(/\s+/g, ' ')).toBe(without.replace(/\s+/g, ' '));
  });

  it('marks pages between styles, at spaces and in lines that are broken by hand', () => {
    const at = (character: number, label = '1') => ({ block: 0, label, character });
    const mark = (label = '1') => pageBreakMark({ label });
    expect(textToXhtml('one *two three* four', [at(4)])).toBe(
      `<p class="first">one <em>${mark()}two three</em> four</p>`,
    );
    expect(textToXhtml('one *two three* four', [at(6)])).toBe(
      `<p class="first">one <em>two ${mark()}three</em> four</p>`,
    );
    expect(textToXhtml('a & b', [at(1), at(2, '2')])).toBe(`<p class="first">a ${mark()}&amp; ${mark('2')}b</p>`);
    expect(textToXhtml('one\ntwo\n\nx', [at(3)])).toContain(`one<br/>\n${mark()}two`);
    expect(textToXhtml('one', [at(9)])).toBe(`<p class="first">one${mark()}</p>`);
    expect(textToXhtml('# One', [at(0)])).toBe(`<h2>${mark()}One</h2>`);
  });
});

/** The variable `EPUBCHECK` names the command of EPUBCheck if it is not `epubcheck`. */
const command = process.env['EPUBCHECK'] ?? 'epubcheck';
const isInstalled = spawnSync(command, ['--version']).error === undefined;
if (!isInstalled) process.stdout.write('Skipped tests of EPUB files: epubcheck not on PATH.\n');

(isInstalled ? describe : describe.skip)('EPUBCheck', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-epub-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('finds neither an error nor a warning in a book with the pages of its print edition', async () => {
    const long = longTestBook(4, 12);
    const { pageStarts } = await typeset(long, { profile: 'print', assets: await readAssets(), date: 0 });
    const file = path.join(folder, 'pages.epub');
    writeFileSync(file, writeEpub(long, { ...options, pageStarts, printIsbn: '978-1-4028-9462-6' }));
    const { status, stdout, stderr } = spawnSync(command, [file], { encoding: 'utf8' });
    expect([status, (stdout + stderr).match(/^(?:FATAL|ERROR|WARNING)\(.*$/gm)]).toEqual([0, null]);
  });

  it.each<[string, Manuscript]>([
    ['a whole book', book],
    ['a book in Hebrew', { ...book, language: 'he' }],
    [
      'a book of one chapter',
      { title: 'T', language: 'de', chapters: [{ number: 1, title: 'Eins', text: 'Schnee.' }] },
    ],
  ])('finds neither an error nor a warning in %s', (_name, manuscript) => {
    const file = path.join(folder, 'book.epub');
    writeFileSync(file, writeEpub(manuscript, options));
    const { status, stdout, stderr } = spawnSync(command, [file], { encoding: 'utf8' });
    // Findings look like `ERROR(RSC-005): …`; other lines are about EPUBCheck itself.
    expect([status, (stdout + stderr).match(/^(?:FATAL|ERROR|WARNING)\(.*$/gm)]).toEqual([0, null]);
    expect(stdout).toContain('No errors or warnings detected');
  });
});
