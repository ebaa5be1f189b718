import { describe, expect, it } from '@jest/globals';
import { applyStoredChange } from '@inkbear/manuscript-store/change';
import { newBook } from '../books/book.ts';
import {
  type BookImportRow,
  createImportedChapter,
  estimateBytes,
  finishBook,
  requireBegun,
  requireComplete,
} from './book-import.ts';

const at = new Date('2026-02-01T12:00:00Z');
const row: BookImportRow = {
  _id: 'i1',
  userId: 'u',
  state: 'open',
  bookId: 'b1',
  allowance: { madeUnder: 'free', periodStart: null },
  chapterIds: ['c1', 'c2'],
  reservedBytes: 0,
  hasLeftovers: false,
  createdAt: at,
};
const chapterOf = (title: string, content: string) =>
  createImportedChapter({
    id: 'c1',
    bookId: 'b1',
    userId: 'u',
    madeUnder: 'free',
    chapterNumber: 3,
    title,
    content,
    changeId: 'change-1',
    at,
  });

describe('an import', () => {
  it.each<[string, BookImportRow | null]>([
    ['is unknown', null],
    ['was abandoned', { ...row, state: 'abandoned' }],
    ['was abandoned before it began', { ...row, state: 'abandoned', bookId: null }],
  ])('cannot go on when it %s', (_why, found) => {
    expect(() => requireBegun(found)).toThrow('Book Not Found');
  });

  it('goes on while it is open, and answers repeats when it is finished', () => {
    expect([requireBegun(row).bookId, requireBegun({ ...row, state: 'finished' }).bookId]).toEqual(['b1', 'b1']);
  });

  it.each<[string, (string | null)[], number]>([
    ['the last chapter is missing', ['c1', 'c2'], 3],
    ['a chapter in the middle is missing', ['c1', null, 'c3'], 3],
    ['there are more chapters than announced', ['c1', 'c2'], 1],
  ])('is not complete when %s', (_why, chapterIds, count) => {
    expect(() => requireComplete({ ...row, chapterIds }, count)).toThrow('missing');
    expect(requireComplete(row, 2)).toEqual(['c1', 'c2']);
  });
});

describe('an imported chapter', () => {
  const text = 'The snow fell.\r\n\r\nShe *slept*.\ud800';

  it('has its text as the second revision, whose words are imported and reported later', () => {
    const { chapter, changes, hasSnapshot } = chapterOf('Snow', text);
    expect(chapter).toMatchObject({
      state: 'importing',
      title: 'Snow',
      content: 'The snow fell.\n\nShe *slept*.\ufffd',
      rev: 2,
      wordCount: 5,
      isComplete: false,
      notTyped: [{ from: 0, to: 29, kind: 'imported' }],
      written: [{ localDate: '2026-02-01', typedWords: 0, otherWords: 5 }],
      progressDueAt: null,
    });
    expect(changes.map(({ _id, kind, wordCount }) => [_id, kind, wordCount])).toEqual([
      ['c1:1', 'created', 0],
      ['c1:2', 'put', 5],
    ]);
    expect(changes[1] && applyStoredChange('', changes[1])).toBe(chapter.content);
    expect(hasSnapshot).toBe(false);
  });

  it('without text has one revision', () => {
    const { chapter, changes } = chapterOf('Empty', '');
    expect([chapter.rev, chapter.state, chapter.content, changes.length]).toEqual([1, 'importing', '', 1]);
  });

  it('counts the bytes that the estimate reserves, but for its title', () => {
    const content = 'é'.repeat(10_000);
    const { chapter } = chapterOf('T', content);
    const estimated = estimateBytes({ bytes: Buffer.byteLength(content), chapters: 1 });
    expect(Math.abs(chapter.storedBytes - estimated)).toBeLessThan(200);
  });

  it('has a snapshot when its change is very long', () => {
    const { chapter, changes, hasSnapshot } = chapterOf('Long', '雪'.repeat(2_000_000));
    expect([hasSnapshot, changes[1]?.snapshot, chapter.sinceSnapshot]).toEqual([true, true, 0]);
  });
});

describe('an imported book', () => {
  const fields = { genre: 'general', subgenre: '', targetAudience: '', outline: '', wordCount: 70_000 };
  const book = { ...newBook({ ...fields, id: 'b1', userId: 'u', title: 'Snow', madeUnder: 'free', at }) };

  it('gets its pages when it is finished, and their bytes are counted', () => {
    const { fields: changed, pages } = finishBook(
      book,
      { dedication: 'For M.', introduction: '', matter: [{ kind: 'notes', title: '', text: 'Notes.\r\n' }] },
      at,
    );
    expect(pages).toMatchObject({ _id: 'b1:1', rev: 1, pieces: [{ kind: 'notes', title: '', text: 'Notes.\n' }] });
    expect(changed).toMatchObject({ dedication: 'For M.', introduction: '', pressBytes: pages?.storedBytes });
    expect(changed.storedBytes).toBe(book.storedBytes + 6 + (pages?.storedBytes ?? 0));
    expect(changed.fieldBytes).toBe(book.fieldBytes + 6);
  });

  it('has no front and back matter when none was imported', () => {
    const { fields: changed, pages } = finishBook(book, { dedication: '', introduction: '', matter: [] }, at);
    expect([pages, changed.storedBytes]).toEqual([null, book.storedBytes]);
  });
});
