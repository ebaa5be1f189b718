import { describe, expect, it } from '@jest/globals';
import { chartText, finishSentence, lastDays } from './chart.ts';

const day = (localDate: string, typedWords: number, otherWords = 0) => ({ localDate, typedWords, otherWords });

it('includes days without words, across a month boundary', () => {
  expect(lastDays([day('2026-03-01', 5), day('2026-01-01', 9)], '2026-03-02', 4)).toEqual([
    day('2026-02-27', 0),
    day('2026-02-28', 0),
    day('2026-03-01', 5),
    day('2026-03-02', 0),
  ]);
});

describe('finishSentence', () => {
  it.each([
    [{ remainingWords: 0, wordsPerDay: 300, finishDate: null }, 'The book has reached its target.'],
    [
      { remainingWords: 5000, wordsPerDay: 0, finishDate: null },
      '5,000 words to go. Write a little on two or three days, and we will show a finish date here.',
    ],
    [{ remainingWords: 90_000, wordsPerDay: 1, finishDate: null }, '90,000 words to go, at about 1 a day.'],
    [
      { remainingWords: 6000, wordsPerDay: 300, finishDate: '2026-12-11' },
      'At your current pace of about 300 words a day, you will finish the remaining 6,000 by 11 December 2026.',
    ],
  ])('explains the progress %j', (progress, sentence) => {
    expect(finishSentence(progress)).toBe(sentence);
  });
});

it('describes the bars as text', () => {
  expect(chartText([day('2026-11-20', 100), day('2026-11-21', 1250), day('2026-11-22', -30)])).toBe(
    'Typed on 2 of the last 3 days. Most on 21 Nov: 1,250 words.',
  );
  expect(chartText([day('2026-11-20', 0, 900), day('2026-11-21', 0)])).toBe('No words typed in the last 2 days.');
});
