import { describe, expect, it } from '@jest/globals';
import { fileProfiles } from '@inkbear/contracts/export/edition';
import { attachment } from '../rendering/attachment.ts';
import { fileNameOf } from './file-names.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const countCharacters = (text: string) => [...segmenter.segment(text)].length;
const nameOf = (title: string) => fileNameOf({ title, trim: '6x9' }, 'print');

describe('fileNameOf', () => {
  it('names each kind of file', () => {
    expect(fileProfiles.map((profile) => fileNameOf({ title: 'Snow', trim: '5x8' }, profile))).toEqual([
      'Snow - print 5x8.pdf',
      'Snow - screen.pdf',
      'Snow.epub',
      'Snow - manuscript.docx',
      'Snow - designed.docx',
      'Snow.md',
    ]);
  });

  it.each([
    ['unsafe characters', 'A/B: "C"\r\nD', 'A-B- -C-D - print 6x9.pdf'],
    ['a leading dot', '..profile', 'profile - print 6x9.pdf'],
    ['a path', '../../etc/passwd', '-..-etc-passwd - print 6x9.pdf'],
    ['half a character', 'a\ud83d', 'a\ufffd - print 6x9.pdf'],
    ['nothing', ' ', 'Untitled - print 6x9.pdf'],
  ])('replaces %s', (_case, title, name) => expect(nameOf(title)).toBe(name));

  it('has at most 120 characters, without cutting one', () => {
    for (const title of ['é'.repeat(500), 'e\u0301'.repeat(500), '👩‍👩‍👧'.repeat(500), `e${'\u0301'.repeat(5000)}`]) {
      const name = nameOf(title);
      expect([countCharacters(name) <= 120, name.isWellFormed(), name.endsWith(' - print 6x9.pdf')]).toEqual([
        true,
        true,
        true,
      ]);
      // The header does not cut the name again.
      expect(attachment(name)['Content-Disposition']).toContain(encodeURIComponent(name));
    }
    expect(countCharacters(nameOf('a'.repeat(500)))).toBe(120);
  });
});
