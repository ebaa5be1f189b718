import { describe, expect, it } from '@jest/globals';
import { looksLikeManuscript, sampleBytes } from './looks-like-manuscript.ts';

const text = 'The snow fell all night. “Good,” she said.\n\n'.repeat(50);
const utf16 = (content: string) => Buffer.from(content, 'utf16le');
const bigEndian = (content: string) => utf16(content).swap16();
const bytes = (...values: number[]) => Buffer.from(values);
const random = Buffer.from(Array.from({ length: sampleBytes }, (_one, at) => (at * 7919) % 256));

describe('looksLikeManuscript', () => {
  it.each<[string, Buffer]>([
    ['a text in UTF-8', Buffer.from(text)],
    ['a text in UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['a text in Windows-1252', Buffer.from('Caf\u00e9 \u0093so\u0094', 'latin1')],
    ['a text in UTF-16', utf16(text)],
    ['a text in UTF-16 with a byte order mark', utf16(`\ufeff雪が降る。${text}`)],
    ['a text in big-endian UTF-16 with a byte order mark', bigEndian(`\ufeff${text}`)],
    ['a text of an old program', Buffer.from(`${text}\f\u001a`)],
    ['a web page', Buffer.from('<!doctype html><title>Snow</title>')],
    ['RTF', Buffer.from('{\\rtf1\\ansi Snow}')],
    ['a zip file, such as DOCX, EPUB and Scrivener', Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000', 'latin1')],
    ['an Office file with a password', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0)],
    ['an empty file', Buffer.alloc(0)],
  ])('accepts %s', (_what, sample) => {
    expect(looksLikeManuscript(sample)).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d)],
    ['JPEG', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1)],
    ['a program', bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0)],
    ['gzip', bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4)],
    ['random bytes', random],
  ])('refuses %s', (_what, sample) => {
    expect(looksLikeManuscript(sample)).toBe(false);
  });
});
