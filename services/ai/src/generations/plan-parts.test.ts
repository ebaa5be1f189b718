import { describe, expect, it } from '@jest/globals';
import { planParts, type PlannedBeat, wordsOfNext } from './plan-parts.ts';

const beats = (...words: number[]): PlannedBeat[] =>
  words.map((each, index) => ({ text: `Beat ${index}.`, words: each }));
const part = (text: string, words: number) => ({ text, words, povEntryId: null, entryIds: [] });

describe('planParts', () => {
  it.each<[string, PlannedBeat[], number, [string, number][]]>([
    [
      'gives each beat a part',
      beats(500, 500, 1000),
      3000,
      [
        ['Beat 0.', 750],
        ['Beat 1.', 750],
        ['Beat 2.', 1500],
      ],
    ],
    [
      'joins short beats',
      beats(1, 1, 1, 1),
      2000,
      [
        ['Beat 0.', 500],
        ['Beat 1.', 500],
        ['Beat 2.', 500],
        ['Beat 3.', 500],
      ],
    ],
    [
      'joins short beats until a part is long enough',
      beats(1, 1, 1, 1, 1, 1),
      1900,
      [
        ['Beat 0.\nBeat 1.', 633],
        ['Beat 2.\nBeat 3.', 633],
        ['Beat 4.\nBeat 5.', 633],
      ],
    ],
    [
      'joins a short last beat with the part before',
      beats(3, 3, 1),
      2000,
      [
        ['Beat 0.', 857],
        ['Beat 1.\nBeat 2.', 1143],
      ],
    ],
    [
      'divides a long beat',
      beats(5),
      4000,
      [
        ['Beat 0.\n(Piece 1 of 3 of this.)', 1333],
        ['Beat 0.\n(Piece 2 of 3 of this.)', 1333],
        ['Beat 0.\n(Piece 3 of 3 of this.)', 1333],
      ],
    ],
  ])('%s', (_name, planned, targetWords, expected) => {
    expect(planParts(planned, targetWords)).toEqual(expected.map(([text, words]) => part(text, words)));
  });

  it.each([
    ['very different lengths', beats(1, 1e9), 3000],
    ['lengths that overflow', beats(1e308, 1e308, 1e308), 3000],
    ['thirty beats', beats(...Array.from({ length: 30 }, () => 100)), 1850],
    [
      'thirty beats of a long chapter',
      beats(...Array.from({ length: 30 }, (_item, index) => 100 + 60 * index)),
      10_000,
    ],
    ['one beat', beats(100), 10_000],
  ])('has parts of 400 to 1,800 words that add up to the length, for %s', (_name, planned, targetWords) => {
    const parts = planParts(planned, targetWords);
    const words = parts.map((each) => each.words);
    expect(Math.abs(words.reduce((sum, each) => sum + each, 0) - targetWords)).toBeLessThanOrEqual(parts.length);
    expect([Math.min(...words) >= 400, Math.max(...words) <= 1800]).toEqual([true, true]);
  });

  it('keeps the entries of joined beats, and their point of view when they share one', () => {
    const joined = (...povs: (string | null)[]) =>
      planParts(
        povs.map((povEntryId, index) => ({ text: `${index}`, words: 1, povEntryId, entryIds: ['a', `e${index}`] })),
        600,
      );
    expect(joined('mara', 'mara')).toMatchObject([{ povEntryId: 'mara', entryIds: ['a', 'e0', 'e1'] }]);
    expect(joined('mara', null)).toMatchObject([{ povEntryId: null }]);
  });
});

describe('wordsOfNext', () => {
  const rest = planParts(beats(1, 1), 2000);
  it.each([
    ['as planned', 2000, 1000],
    ['shorter after a long part', 1500, 750],
    ['longer after a short part', 2400, 1200],
    ['at least half of the plan', 100, 500],
    ['at most one and a half of the plan', 9000, 1500],
  ])('is %s', (_name, remaining, expected) => expect(wordsOfNext(rest, remaining)).toBe(expected));
});
