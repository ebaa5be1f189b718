import { describe, expect, it } from '@jest/globals';
import { readManuscript } from './read-manuscript.ts';
import { formatOf } from './recognise-format.ts';
import { bytesOf, docxOf, epubOf, p, zipOf } from './testing/files.ts';

const utf16 = Buffer.from('\ufeffSnow fell on the river.', 'utf16le');
const ole = (content: string): Uint8Array =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(512),
    Buffer.from(content, 'utf16le'),
    Buffer.alloc(64),
  ]);

describe('the format of a file', () => {
  it.each<[string | null, string, Uint8Array, string]>([
    ['docx', 'a Word document', docxOf(p('a')), 'a.txt'],
    ['epub', 'an e-book', epubOf({ 'a.xhtml': '<p>a</p>' }), 'a.zip'],
    ['scrivener', 'a project in a folder', zipOf({ 'Snow.scriv/Snow.scrivx': '<a/>' }), 'Snow.zip'],
    ['collection', 'an archive of Markdown', zipOf({ 'a.md': 'a' }), 'a.epub'],
    ['account-export', 'an account export', zipOf({ 'inkbear.json': '{}', 'books/a/book.md': 'a' }), 'a.zip'],
    ['rtf', 'RTF', bytesOf('{\\rtf1 a}'), 'a.doc'],
    ['html', 'HTML', bytesOf('\n<!DOCTYPE html><p>a'), 'a.txt'],
    ['html', 'XHTML', bytesOf('<?xml version="1.0"?><html><body>a</body></html>'), ''],
    ['html', 'HTML without a head', bytesOf('<p>Snow fell.</p>'), ''],
    ['markdown', 'headings', bytesOf('Snow\n\n## Ice\n\nText.'), 'a.txt'],
    ['markdown', 'metadata', bytesOf('---\ntitle: Snow\n---\nText.'), ''],
    ['markdown', 'links', bytesOf('See [this](https://x.example).'), ''],
    ['markdown', 'plain words with its name', bytesOf('Snow fell.'), 'a.md'],
    ['text', 'plain words', bytesOf('Snow fell.\n\n* * *\n\n#\n\n<3'), 'a.txt'],
    ['text', 'UTF-16', utf16, ''],
    ['text', 'Windows-1252', Buffer.from([0x93, 0x53, 0x6e, 0x6f, 0x77, 0x94]), ''],
    [null, 'a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a.txt'],
    [null, 'a PDF', bytesOf('%PDF-1.7\nobj'), 'a.txt'],
    [null, 'another XML file', bytesOf('<?xml version="1.0"?><FictionBook/>'), 'a.html'],
    [
      null,
      'an OpenDocument text',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' }),
      'a.docx',
    ],
    [null, 'an old Word document', ole('WordDocument'), 'a.docx'],
  ])('is %s for %s', async (format, _name, bytes, fileName) => {
    expect(await formatOf(bytes, fileName)).toBe(format);
  });
});

describe('a file that cannot be read', () => {
  it.each<[string, string, Uint8Array, RegExp]>([
    ['imports.unknown_format', 'a PDF', bytesOf('%PDF-1.7\n\u0000'), /PDF/],
    ['imports.unknown_format', 'an old Word document', ole('WordDocument'), /before 2007/],
    ['imports.protected', 'a Word document with a password', ole('EncryptedPackage'), /password/],
    ['imports.unknown_format', 'an archive of pictures', zipOf({ 'a.png': 'x' }), /Word document/],
    ['imports.empty', 'an empty file', new Uint8Array(0), /no text/],
    ['imports.empty', 'a file of white space', bytesOf(' \n\n\t'), /no text/],
    ['imports.empty', 'a Word document without words', docxOf('<w:p/>'), /no text/],
    ['imports.too_large', 'more than 300,000 words', bytesOf('a '.repeat(300_001)), /300,000 words/],
    ['imports.too_large', 'very long words', bytesOf('a'.repeat(10_000_001)), /300,000 words/],
    ['imports.too_large', 'very many paragraphs', bytesOf('—\n'.repeat(300_001)), /300,000 words/],
  ])('is %s: %s', async (code, _name, bytes, message) => {
    await expect(readManuscript(bytes)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
