import { describe, expect, it } from '@jest/globals';
import { outcomes } from '../../document/outcomes.ts';
import { summarise, zipOf } from '../../testing/files.ts';

const snow = {
  book: {
    id: 'b1',
    title: 'Snow',
    authorName: 'Ada',
    penName: 'A. Bear',
    language: 'de',
    dedication: 'For *Bo*',
    introduction: 'Why.',
  },
  design: { parts: [{ beforeChapterId: 'c1', title: 'Part One' }] },
  matter: {
    pieces: [
      { kind: 'about-author', title: '', text: 'She lives.' },
      { kind: 'preface', title: 'First', text: 'A word.' },
    ],
  },
  chapters: [
    { id: 'c0', title: 'Notes', content: 'She *saw* \\*it\\*.\n\n***\n\n## Later\n\nDone.' },
    { id: 'c1', title: 'Rain', content: '' },
  ],
};
const fog = {
  book: { id: 'b2', title: 'Fog' },
  matter: {},
  design: {},
  chapters: [{ id: 'c', title: 'One', content: 'Wet.' }],
};
const accountOf = (content: unknown): Uint8Array =>
  zipOf({ 'books/001 Snow/book.md': '# Snow', 'inkbear.json': JSON.stringify(content) });

describe('an account export', () => {
  it('gives back a book as it was', async () => {
    const { read, chapters, kinds } = await summarise(accountOf({ books: [snow], stories: [] }));
    expect([read.format, read.title, read.author, read.language]).toEqual(['account-export', 'Snow', 'A. Bear', 'de']);
    expect(chapters).toEqual([
      ['First', 'A word.'],
      ['Dedication', 'For *Bo*'],
      ['Introduction', 'Why.'],
      ['Notes', 'She *saw* \\*it\\*.\n\n***\n\n## Later\n\nDone.'],
      ['Rain', ''],
      ['About the author', 'She lives.'],
    ]);
    expect(kinds).toEqual([
      'front preface',
      'front dedication',
      'front introduction',
      'chapter chapter',
      'chapter chapter',
      'back about-author',
    ]);
    expect(read.sections.map(({ part }) => part)).toEqual([null, null, null, null, 'Part One', null]);
  });

  it('offers its books, of which one is chosen', async () => {
    const file = accountOf({ books: [snow, fog], stories: [] });
    const first = await summarise(file);
    const second = await summarise(file, { bookId: 'b2' });
    expect([first.read.title, second.read.title]).toEqual(['Snow', 'Fog']);
    expect(second.read.books).toEqual([
      { id: 'b1', title: 'Snow', isRead: false },
      { id: 'b2', title: 'Fog', isRead: true },
    ]);
    expect(second.losses).toEqual([`other 1: ${outcomes.otherBooks}`]);
    await expect(summarise(file, { bookId: 'b3' })).rejects.toMatchObject({ code: 'imports.empty' });
  });

  it('begins with the first book that has text', async () => {
    const empty = { ...fog, chapters: [{ id: 'c', title: 'One', content: ' ' }] };
    const { read } = await summarise(accountOf({ books: [empty, snow], stories: [] }));
    expect([read.title, read.books.map(({ isRead }) => isRead)]).toEqual(['Snow', [false, true]]);
  });

  it.each([
    ['{"books": [', 'imports.damaged'],
    ['[]', 'imports.empty'],
    ['{"books": {"length": 3}}', 'imports.empty'],
    ['{"books": [{"book": 1, "chapters": [null, {"title": {}, "content": 7}], "matter": []}]}', 'read'],
  ])('that contains %j is %s', async (json, code) => {
    const result = summarise(zipOf({ 'inkbear.json': json })).then(
      () => 'read',
      (error: { code?: string }) => error.code,
    );
    expect(await result).toBe(code);
  });
});
