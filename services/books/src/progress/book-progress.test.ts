import { describe, expect, it } from '@jest/globals';
import { shiftDate } from '@inkbear/contracts/books/writing-days';
import { bookProgressOf } from './book-progress.ts';

const today = '2026-11-21';
const day = (back: number, typedWords: number, otherWords = 0) => ({
  localDate: shiftDate(today, -back),
  typedWords,
  otherWords,
});
const book = { today, targetWords: 10_000, writtenWords: 4000 };

describe('bookProgressOf', () => {
  it('returns zeros and no finish date without writing days', () => {
    expect(bookProgressOf([], book)).toEqual({
      days: [],
      wordsToday: 0,
      wordsThisWeek: 0,
      streakDays: 0,
      wordsPerDay: 0,
      remainingWords: 6000,
      finishDate: null,
    });
  });

  it('counts only typed words for today, the week, the streak and the pace', () => {
    const progress = bookProgressOf([day(0, 300, 5000), day(1, 300), day(2, 0, 900), day(40, 10)], book);
    expect(progress).toMatchObject({
      wordsToday: 300,
      wordsThisWeek: 600,
      streakDays: 2,
      wordsPerDay: Math.round(600 / 14),
    });
    expect(progress.days.map(({ otherWords }) => otherWords)).toEqual([0, 900, 0, 5000]);
  });

  it('computes the pace of a new book from its first day', () => {
    expect(bookProgressOf([day(0, 600), day(3, 600)], book)).toMatchObject({
      wordsPerDay: 300,
      finishDate: shiftDate(today, 20),
    });
  });

  it('returns no finish date for a finished book or beyond ten years', () => {
    expect(bookProgressOf([day(0, 600)], { ...book, writtenWords: 12_000 })).toMatchObject({
      remainingWords: 0,
      finishDate: null,
    });
    expect(bookProgressOf([day(0, 1)], book)).toMatchObject({ wordsPerDay: 1, finishDate: null });
  });

  it('returns no pace when more words were removed than written', () => {
    expect(bookProgressOf([day(0, -500), day(1, 100)], book)).toMatchObject({
      wordsPerDay: 0,
      finishDate: null,
      wordsToday: 0,
    });
  });

  it('lists sixty days at most', () => {
    expect(bookProgressOf([day(59, 1), day(60, 1)], book).days).toEqual([day(59, 1)]);
  });
});
