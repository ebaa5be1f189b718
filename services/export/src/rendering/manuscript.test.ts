import { pressDesignOf } from '@inkbear/contracts/books/manuscript';
import { describe, expect, it } from '@jest/globals';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { designDefaults } from '@inkbear/contracts/books/design';
import { matterKind } from '@inkbear/contracts/books/matter';
import { standardDesign } from '@inkbear/press/design';
import { ProblemError } from '@inkbear/service-kit/problem';
import { testBook, testChapter } from '../testing/test-book.ts';
import { toManuscript, toOutline } from './manuscript.ts';

const chapter = (id: string, content: string) =>
  ({ id, title: id.toUpperCase(), content, wordCount: content === '' ? 0 : 1 }) as Chapter;
const book = { title: 'Winter', authorName: 'Ada', penName: '', language: 'EN' } as Book;
const chapters = [chapter('a', 'One.'), chapter('b', ''), chapter('c', 'Three.'), chapter('d', 'Four.')];
const plan = {
  allChapters: chapters,
  design: {
    parts: [
      { beforeChapterId: 'b', title: 'Part One' },
      { beforeChapterId: 'gone', title: 'No part' },
    ],
    unnumbered: ['a', 'gone'],
  },
};

describe('a manuscript', () => {
  const toBook = (written: readonly Chapter[], pieces: Parameters<typeof toManuscript>[2]['matter']['pieces'] = []) =>
    toManuscript(book, written, { ...plan, isbn: '978', matter: { pieces } });

  it('assigns chapter numbers, skipping unnumbered chapters', () => {
    expect(toBook(chapters).chapters.map(({ number }) => number)).toEqual([undefined, 2, 3]);
    expect(toBook([chapter('d', 'Four.')]).chapters).toEqual([
      { id: 'd', number: 3, title: 'D', text: 'Four.', part: undefined },
    ]);
  });

  it('has no empty chapters, and begins a part before the first chapter that is written', () => {
    const manuscript = toBook(chapters);
    expect(manuscript.chapters.map(({ title, part }) => [title, part])).toEqual([
      ['A', undefined],
      ['C', 'Part One'],
      ['D', undefined],
    ]);
    expect(manuscript).toMatchObject({ title: 'Winter', author: 'Ada', language: 'en-GB', isbn: '978' });
  });

  it('names front and back matter that has no title of its own', () => {
    const pieces = [
      { kind: 'preface' as const, title: '', text: 'Read slowly.' },
      { kind: 'notes' as const, title: 'Sources', text: 'None.' },
    ];
    expect(toBook(chapters, pieces).matter?.map(({ title }) => title)).toEqual(['Preface', 'Sources']);
  });

  it('prints every kind of matter that the contracts have', () => {
    for (const kind of matterKind.options)
      expect(toBook(chapters, [{ kind, title: '', text: 'x' }]).matter).toHaveLength(1);
  });

  it('is refused without any text', () => {
    expect(() => toBook([chapter('b', '')])).toThrow(ProblemError);
  });
});

describe('an outline', () => {
  it('has the plan of each chapter: when it happens, description, key points and beats', () => {
    const beat = (text: string) => ({ id: text, text, words: 400, povEntryId: null, entryIds: [] });
    const planned: Chapter = {
      ...testChapter('c1', 1, ''),
      description: 'Night.',
      keyPoints: ['A lamp'],
      beats: [beat('She waits.'), beat('He comes.')],
      storyDate: '1911-03-04',
      isFlashback: true,
    };
    expect(toOutline({ ...testBook, outline: 'Snow falls.' }, [planned, testChapter('c2', 2, '')]).text).toBe(
      [
        'Snow falls.',
        '# Chapters',
        '## 1. Part 1',
        '4 March 1911 · Flashback',
        'Night.',
        '– A lamp',
        '1. She waits.',
        '2. He comes.',
        '## 2. Part 2',
      ].join('\n\n'),
    );
  });

  it.each<[string, Partial<Chapter>]>([
    ['# Chapters', { beats: [{ id: 'a', text: 'A', words: 400, povEntryId: null, entryIds: [] }] }],
    ['# Chapters so far', {}],
  ])('begins the list with “%s” for %j', (heading, planned) => {
    expect(toOutline(testBook, [{ ...testChapter('c1', 1, ''), ...planned }]).text.split('\n')[0]).toBe(heading);
  });
});

describe('the design of a book that nobody has designed', () => {
  it('is the standard one of the press', () => {
    expect(pressDesignOf(designDefaults)).toEqual(standardDesign);
  });
});
