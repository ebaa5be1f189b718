import { describe, expect, it } from '@jest/globals';
import { designDefaults } from '@inkbear/contracts/books/design';
import { docxSettings } from '@inkbear/contracts/export/edition';
import { compressBook, type FrozenBook, readFrozenBook } from './frozen-book.ts';

describe('a frozen book', () => {
  it('is read as it was written, with every character', async () => {
    const book: FrozenBook = {
      manuscript: {
        title: 'Snow',
        language: 'en-GB',
        matter: [{ kind: 'notes', title: 'Notes', text: 'One\ntwo\u2028three' }],
        chapters: [
          { number: 1, title: 'One', text: 'a\n\n\ud800 “b” \\n \u2029', part: 'Part One' },
          { number: undefined, title: '', text: '' },
        ],
      },
      design: designDefaults,
      docx: docxSettings.parse({ contact: 'Ada\nKent' }),
    };
    expect(await readFrozenBook(Buffer.concat(await compressBook(book)))).toEqual(book);
  });
});
