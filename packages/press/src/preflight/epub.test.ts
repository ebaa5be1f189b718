import { beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, type Zippable } from 'fflate';
import { standardDesign } from '../design.ts';
import { writeEpub } from '../epub/write-epub.ts';
import { readAssets } from '../node-assets.ts';
import { testBook } from '../testing/book.ts';
import { typeset } from '../typeset.ts';
import { zipFiles } from '../zip-files.ts';
import { preflight } from './preflight.ts';
import { ruleSetData } from './rule-sets.ts';

/** The header of a PNG file, which has its size. */
const png = (width: number, height: number): Uint8Array => {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const jpeg = (width: number, height: number): Uint8Array => {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(0xffd8ffe0, 0);
  bytes.writeUInt16BE(16, 4);
  bytes.writeUInt16BE(0xffc2, 20);
  bytes.writeUInt16BE(height, 25);
  bytes.writeUInt16BE(width, 27);
  return bytes;
};
const write = (
  cover: Uint8Array,
  mediaType: 'image/png' | 'image/jpeg' = 'image/png',
  starts = pageStarts,
): Uint8Array =>
  writeEpub(testBook, {
    design: standardDesign,
    uuid: '2f1c9c54-6a36-4d3c-9f0a-0d6c1e1f2a3b',
    date: 0,
    cover: { bytes: cover, mediaType },
    pageStarts: starts,
  });

let pageStarts: Awaited<ReturnType<typeof typeset>>['pageStarts'] = [];
let clean: Uint8Array;
beforeAll(async () => {
  ({ pageStarts } = await typeset(testBook, { profile: 'print', assets: await readAssets(), date: 0 }));
  clean = write(png(1600, 2560));
});

const check = async (file: Uint8Array) =>
  preflight({ profile: 'epub', file, manuscript: testBook, design: standardDesign, hasCover: true });
const rulesOf = async (file: Uint8Array) =>
  (await check(file)).findings.map(({ ruleId, measured }) => [ruleId, measured]);

/** Changes the files of the clean e-book; a file without a text is removed. */
const plant = (edits: Readonly<Record<string, (text: string) => string | undefined>>): Uint8Array => {
  const files: Zippable = {};
  for (const [name, bytes] of Object.entries(unzipSync(clean))) {
    const edit = edits[name] ?? ((text: string) => text);
    const isText = !name.endsWith('.png');
    const text = isText ? edit(strFromU8(bytes)) : '';
    if (text !== undefined) files[name] = [isText ? strToU8(text) : bytes, { level: name === 'mimetype' ? 0 : 6 }];
  }
  return zipFiles(files);
};
const chapterPath = 'OEBPS/chapter-002.xhtml';
const contentsPath = 'OEBPS/contents.xhtml';
const packagePath = 'OEBPS/package.opf';

describe('a clean e-book', () => {
  it('is checked against every rule of the format and of the shop, without a finding', async () => {
    for (const file of [clean, plant({}), write(jpeg(625, 1000), 'image/jpeg', [])]) {
      const { findings, ruleSets } = await check(file);
      expect(findings).toEqual([]);
      expect(ruleSets.map(({ id, rules }) => [id, rules])).toEqual([
        ['epub', ruleSetData.epub.rules.length],
        ['kdp-ebook', ruleSetData['kdp-ebook'].rules.length],
      ]);
    }
  });
});

describe('a planted fault of an e-book', () => {
  it.each<[string, string, Parameters<typeof plant>[0], string | null]>([
    [
      'a broken link',
      'epub/links',
      { [chapterPath]: (text) => text.replace('<h1>', '<h1><a href="nowhere.xhtml">x</a>') },
      'nowhere.xhtml',
    ],
    [
      'a link to a missing place',
      'epub/links',
      { [chapterPath]: (text) => text.replace('<h1>', '<h1><a href="#no">x</a>') },
      '#no',
    ],
    [
      'a manifest without a file',
      'epub/manifest',
      { [packagePath]: (text) => text.replace(/<item id="style".*\n/, '') },
      'OEBPS/style.css',
    ],
    ['a file that is missing', 'epub/manifest', { 'OEBPS/style.css': () => undefined }, 'OEBPS/style.css'],
    [
      'a table of contents in another order',
      'epub/contents',
      {
        [contentsPath]: (text) =>
          text.replace(/(<li><a href="introduction[^]*?<\/li>)\n(<li><a href="chapter-001[^]*?<\/li>)/, '$2\n$1'),
      },
      'OEBPS/introduction-001.xhtml',
    ],
    [
      'no table of contents',
      'epub/contents',
      { [contentsPath]: (text) => text.replace('epub:type="toc" role', 'role') },
      null,
    ],
    [
      'printed pages in another order',
      'epub/page-list',
      {
        [contentsPath]: (text) =>
          text.replace(/(<li><a href="[^"]*#page-1"[^]*?<\/li>)\n([^]*)(\n<\/ol>\n<\/nav>)/, '$2\n$1$3'),
      },
      'OEBPS/chapter-001.xhtml',
    ],
    [
      'an id twice',
      'epub/unique-ids',
      { [chapterPath]: (text) => text.replace('<h1>', '<h1 id="a"><b id="a"></b>') },
      'a',
    ],
    [
      'a document that is not XML',
      'epub/well-formed',
      { [chapterPath]: (text) => text.replace('</h1>', '') },
      chapterPath,
    ],
    [
      'two times of modification',
      'epub/modified',
      { [packagePath]: (text) => text.replace(/<meta property="dcterms.*\n/, '$&$&') },
      '1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z',
    ],
    [
      'two identifiers',
      'epub/identifier',
      { 'OEBPS/toc.ncx': (text) => text.replace('urn:isbn:', 'urn:uuid:') },
      'urn:uuid:9780306406157',
    ],
    ['no language', 'epub/metadata', { [packagePath]: (text) => text.replace(/<dc:language>.*\n/, '') }, 'language'],
    [
      'no hazards',
      'epub/accessibility',
      { [packagePath]: (text) => text.replaceAll('accessibilityHazard', 'x') },
      null,
    ],
    [
      'no package',
      'epub/container',
      { 'META-INF/container.xml': (text) => text.replace('package.opf', 'book.opf') },
      'OEBPS/book.opf',
    ],
    [
      'a reading order with a missing document',
      'epub/spine',
      { [packagePath]: (text) => text.replace('<itemref idref="title-001"', '<itemref idref="title-9"') },
      null,
    ],
    [
      'a forced colour',
      'kdp-ebook/forced-style',
      { 'OEBPS/style.css': (text) => `${text}p { color: black; }` },
      'OEBPS/style.css',
    ],
    [
      'a forced size',
      'kdp-ebook/forced-style',
      { [chapterPath]: (text) => text.replace('<h1>', '<h1 style="font-size: 12pt">') },
      chapterPath,
    ],
    [
      'no old table of contents',
      'kdp-ebook/contents',
      { [packagePath]: (text) => text.replace('x-dtbncx+xml', 'xml') },
      null,
    ],
    [
      'the cover in the text',
      'kdp-ebook/cover-outside',
      { [chapterPath]: (text) => text.replace('<h1>', '<h1><img src="cover.png" alt=""/>') },
      null,
    ],
  ])('%s is found by %s', async (_name, ruleId, edits, measured) => {
    expect(await rulesOf(plant(edits))).toContainEqual([ruleId, measured]);
  });

  it('a media type that is compressed or not the first entry', async () => {
    const files = unzipSync(clean);
    const { mimetype, ...others } = files;
    const media = mimetype ?? new Uint8Array();
    expect(await rulesOf(zipFiles({ mimetype: [media, { level: 9 }], ...others }))).toEqual([
      ['epub/mimetype', 'mimetype'],
    ]);
    expect(await rulesOf(zipFiles({ ...others, mimetype: [media, { level: 0 }] }))).toEqual([
      ['epub/mimetype', 'mimetype'],
    ]);
  });

  it.each([
    [624, 1000, 'small'],
    [625, 999, 'small'],
    [10_001, 9000, 'large'],
  ])('a cover of %i × %i pixels, which is too %s', async (width, height, size) => {
    const { findings } = await check(write(png(width, height)));
    expect(findings).toMatchObject([
      { ruleId: 'kdp-ebook/cover-size', measured: `${width} × ${height} pixels`, fix: { target: { kind: 'cover' } } },
    ]);
    expect(findings[0]?.reason).toContain(size);
  });

  it('reports a file without a cover: an error if the book has a cover, otherwise a note', async () => {
    const file = writeEpub(testBook, {
      design: standardDesign,
      uuid: '2f1c9c54-6a36-4d3c-9f0a-0d6c1e1f2a3b',
      date: 0,
    });
    const input = { profile: 'epub', file, manuscript: testBook, design: standardDesign } as const;
    expect((await check(file)).findings).toMatchObject([{ ruleId: 'kdp-ebook/cover', severity: 'error' }]);
    expect((await preflight(input)).findings).toMatchObject([{ ruleId: 'kdp-ebook/cover', severity: 'note' }]);
  });
});
