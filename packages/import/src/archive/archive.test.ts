import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { archiveLimits } from '../limits.ts';
import { readManuscript } from '../read-manuscript.ts';
import { ArchiveBudget } from './archive-budget.ts';
import { bytesOf, docxOf, epubOf, p, zipOf } from '../testing/files.ts';

const document = docxOf(p('Snow fell.'));

/** Changes the bytes of a file after a signature, wherever it stands. */
function patch(file: Uint8Array, signature: readonly number[], offset: number, value: readonly number[]): Uint8Array {
  const patched = file.slice();
  for (let at = 0; at + offset < patched.length; at += 1)
    if (signature.every((byte, index) => patched[at + index] === byte)) patched.set(value, at + offset);
  return patched;
}
const directoryEntry = [0x50, 0x4b, 0x01, 0x02];
const localEntry = [0x50, 0x4b, 0x03, 0x04];
const flags = (file: Uint8Array, value: number): Uint8Array =>
  patch(patch(file, directoryEntry, 8, [value]), localEntry, 6, [value]);

const codeOf = async (file: Uint8Array, fileName = ''): Promise<unknown> => {
  const result = readManuscript(file, { fileName }).then(
    () => 'read',
    (error: unknown) => error,
  );
  const error = await result;
  return error instanceof Error && 'code' in error ? error.code : error;
};

const zeros = (bytes: number): Uint8Array => new Uint8Array(bytes);
/** Bytes that cannot be packed. */
const noise = (bytes: number): Uint8Array => createHash('shake256', { outputLength: bytes }).update('noise').digest();
const manyEntries = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`media/${index}.txt`, '']));

describe('an archive', () => {
  it.each([
    ['leads outside with ..', zipOf({ 'a.md': 'Text.', '../b.md': 'Text.' })],
    ['leads outside in the middle of a path', zipOf({ 'a.md': 'Text.', 'x/../../b.md': 'Text.' })],
    ['has an absolute path', zipOf({ '/etc/a.md': 'Text.' })],
    ['has a path with a backslash', zipOf({ 'a\\b.md': 'Text.' })],
    ['has a path with a drive', zipOf({ 'C:a.md': 'Text.' })],
    ['has too many entries', docxOf(p('a'), { files: manyEntries(archiveLimits.entries) })],
    ['unpacks to two hundred times its size', zipOf({ 'a.md': 'Text.', 'b.md': zeros(5_000_000) })],
    ['hides a bomb behind a picture', zipOf({ 'a.jpg': noise(200_000), 'b.md': zeros(5_000_000) })],
    ['hides a bomb in a file that is not read', zipOf({ 'a.md': 'Text.', 'b.bin': zeros(20_000_000) })],
    ['contains another archive', zipOf({ 'a.md': 'Text.', 'b.zip': zipOf({ 'c.md': 'Text.' }) })],
    ['contains an archive with the name of a text', zipOf({ 'a.md': zipOf({ 'c.md': 'Text.' }) })],
    ['contains an e-book', zipOf({ 'a.md': 'Text.', 'b.epub': epubOf({ 'a.xhtml': '<p>Text</p>' }) })],
  ])('is refused as hostile when it %s', async (_name, file) => {
    expect(await codeOf(file)).toBe('imports.hostile');
  });

  it('is refused when it has a symbolic link', async () => {
    const link = zipSync({ 'a.md': [bytesOf('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] });
    expect(await codeOf(link)).toBe('imports.hostile');
  });

  it('is refused when a path occurs twice', async () => {
    const file = zipOf({ 'a.md': 'One.', 'b.md': 'Two.' });
    expect(await codeOf(patch(file, [...bytesOf('b.md')], 0, [...bytesOf('a.md')]))).toBe('imports.hostile');
  });

  it('counts the entries of a Word document inside it', async () => {
    const files = manyEntries(archiveLimits.entries / 2);
    const inner = docxOf(p('Snow fell.'), { files });
    expect(await codeOf(zipOf({ 'a.docx': inner }))).toBe('read');
    expect(await codeOf(zipOf({ 'a.docx': inner, 'b.docx': inner }))).toBe('imports.hostile');
  });

  it('is refused when the unpacked bytes of all archives together are too many', async () => {
    const inner = docxOf(p('Snow fell.'), { files: { 'word/media/a.bin': noise(10) } });
    const declared = patch(inner, directoryEntry, 24, [0, 0, 0, 0x0b]);
    expect(await codeOf(declared)).toBe('imports.hostile');
  });

  it.each([
    ['encrypted', flags(zipOf({ 'a.md': 'Text.' }), 1), 'imports.protected'],
    ['truncated', document.slice(0, document.length - 40), 'imports.damaged'],
    ['cut in the middle', document.slice(0, document.length / 2), 'imports.damaged'],
    ['packed in an unknown way', patch(zipOf({ 'a.md': 'Text.' }), directoryEntry, 10, [99]), 'imports.damaged'],
    [
      'with an entry that is longer than declared',
      patch(zipOf({ 'a.md': 'x'.repeat(999) }), directoryEntry, 24, [9, 0]),
      'imports.damaged',
    ],
  ])('is refused when it is %s', async (_name, file, code) => {
    expect(await codeOf(file)).toBe(code);
  });

  it('is refused when the compressed text of a document is damaged', async () => {
    const file = zipOf({ 'a.md': 'Snow fell on the river and on the bear. '.repeat(50) });
    expect(await codeOf(patch(file, localEntry, 40, [0xff, 0xff, 0xff, 0xff]))).toBe('imports.damaged');
  });

  it('does not unpack pictures', async () => {
    const files = { 'word/media/image1.png': zeros(5_000_000), 'word/media/image2.png': noise(200_000) };
    expect(await codeOf(docxOf(p('Snow fell.'), { files }))).toBe('read');
  });
});

describe('the budget of an archive', () => {
  it('counts what is unpacked, also when an entry is unpacked again', () => {
    const budget = new ArchiveBudget();
    budget.addUnpacked(archiveLimits.unpackedBytes);
    expect(() => budget.addUnpacked(1)).toThrow(expect.objectContaining({ code: 'imports.hostile' }));
  });

  it('has room for one text of 64 MB at a time', () => {
    const entry = { packed: archiveLimits.textBytes, unpacked: archiveLimits.textBytes + 1 };
    expect(() => new ArchiveBudget().addEntry(entry)).toThrow(expect.objectContaining({ code: 'imports.too_large' }));
  });
});

describe('XML', () => {
  const entities =
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>';
  const withDoctype = (doctype: string): Uint8Array =>
    docxOf(p('Snow'), {
      files: {
        'word/document.xml': `<?xml version="1.0"?>${doctype}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${p('&c;')}</w:body></w:document>`,
      },
    });

  it.each([
    ['entities that grow', withDoctype(entities)],
    ['a document type outside', withDoctype('<!DOCTYPE x SYSTEM "file:///etc/passwd">')],
    [
      'entities in an e-book',
      epubOf(
        { 'a.xhtml': '<p>Text</p>' },
        { files: { 'OPS/a.xhtml': `${entities}<html><body><p>&c;</p></body></html>` } },
      ),
    ],
    [
      'entities in the package of an e-book',
      epubOf({ 'a.xhtml': '<p>a</p>' }, { files: { 'OPS/book.opf': `${entities}<package/>` } }),
    ],
    ['elements nested without end', docxOf('<w:sdt>'.repeat(2_000) + '</w:sdt>'.repeat(2_000))],
  ])('with %s is hostile', async (_name, file) => {
    expect(await codeOf(file)).toBe('imports.hostile');
  });

  it.each([
    ['that is not well-formed', docxOf('<w:p><w:r></w:p>')],
    ['with an unknown entity', docxOf(p('&unknown;'))],
    [
      'in an encoding that does not exist',
      docxOf('', { files: { 'word/document.xml': '<?xml version="1.0" encoding="x-none"?><a/>' } }),
    ],
    ['without the document that is named', zipOf({ '[Content_Types].xml': '', 'word/styles.xml': '<a/>' })],
    [
      'without the package that is named',
      zipOf({ 'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>' }),
    ],
  ])('%s is damaged', async (_name, file) => {
    expect(await codeOf(file)).toBe('imports.damaged');
  });
});
