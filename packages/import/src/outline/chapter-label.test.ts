import { describe, expect, it } from '@jest/globals';
import { ChapterTitles, isPartTitle, parseLabel } from './chapter-label.ts';

describe('parseLabel', () => {
  it.each([
    ['Chapter One', true, 1, ''],
    ['CHAPTER XIV', true, 14, ''],
    ['Chapter 7: The River', true, 7, 'The River'],
    ['Chapter 7\nThe River', true, 7, 'The River'],
    ['Chapter Twenty-one – Snow', true, 21, 'Snow'],
    ['chapter one hundred and two', true, 102, ''],
    ['Kapitel Einundzwanzig', true, 21, ''],
    ['Chapitre quatre-vingt-dix', true, 90, ''],
    ['Capítulo 3. La nieve', true, 3, 'La nieve'],
    ['Rozdział 4', true, 4, ''],
    ['Erstes Kapitel', true, null, ''],
    ['3. Kapitel', true, 3, ''],
    ['Chapter', true, null, ''],
    ['12', false, 12, ''],
    ['iv.', false, 4, ''],
    ['Seven', false, 7, ''],
    ['7. Snow', false, 7, 'Snow'],
  ])('parses %j', (text, hasWord, number, title) => {
    expect(parseLabel(text)).toMatchObject({ hasWord, number, title });
  });

  it.each(['', 'Snow', 'Chapters of my life', 'Chapter of accidents', 'It was cold.', 'MIX', 'a'.repeat(500)])(
    'finds none in %j',
    (text) => {
      expect(parseLabel(text)).toBeNull();
    },
  );

  it('reads the number that is expected next', () => {
    expect(parseLabel('Chapter One Hundred Days', 1)).toMatchObject({ number: 1, title: 'Hundred Days' });
    expect(parseLabel('Chapter One Hundred Days', 100)).toMatchObject({ number: 100, title: 'Days' });
  });
});

describe('titles of chapters', () => {
  const titlesOf = (...headings: readonly string[]): string[] => {
    const titles = new ChapterTitles(headings);
    return headings.map((heading) => titles.next(heading));
  };

  it.each<[string[], string[]]>([
    [
      ['Prologue', 'Chapter 1: Snow', 'Chapter Two', 'CHAPTER III\nThe Bear'],
      ['Prologue', 'Snow', 'Chapter 2', 'The Bear'],
    ],
    [
      ['1', '2', '3. Snow'],
      ['Chapter 1', 'Chapter 2', 'Snow'],
    ],
    [
      ['Seven', 'Snow', 'The Bear'],
      ['Seven', 'Snow', 'The Bear'],
    ],
    [['1984'], ['1984']],
    [
      ['I', 'II', 'I', 'II'],
      ['Chapter 1', 'Chapter 2', 'Chapter 1', 'Chapter 2'],
    ],
    [
      ['Chapter 1 The River', 'Chapter 9 Lives'],
      ['The River', 'Chapter 9 Lives'],
    ],
    [['Snow\n  falls'], ['Snow falls']],
  ])('of %j are %j', (headings, expected) => {
    expect(titlesOf(...headings)).toEqual(expected);
  });

  it('are as long as a title may be', () => {
    expect(titlesOf('a'.repeat(1_000))[0]).toHaveLength(300);
  });
});

describe('isPartTitle', () => {
  it.each(['Part One', 'BOOK II: Winter', 'Teil 3'])('recognises %j', (text) => {
    expect(isPartTitle(text)).toBe(true);
  });

  it.each(['Part of the river', 'Books', 'Parting', 'One'])('does not recognise %j', (text) => {
    expect(isPartTitle(text)).toBe(false);
  });
});
