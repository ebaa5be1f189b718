import { describe, expect, it } from '@jest/globals';
import { addWords, dueAt, localDateIn, netWords, noProgress, takeDue } from './progress.ts';

const none = { typed: 0, pasted: 0, ai: 0, imported: 0, removed: 0 };
const day = (localDate: string, typedWords: number, otherWords = 0) => ({ localDate, typedWords, otherWords });
const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1000);

describe('words written', () => {
  it('are net, and an AI rewrite does not count against typing', () => {
    expect(netWords({ ...none, typed: 5, removed: 2 })).toEqual({ typedWords: 3, otherWords: 0 });
    expect(netWords({ ...none, ai: 600, removed: 500 })).toEqual({ typedWords: 0, otherWords: 100 });
    expect(netWords({ ...none, pasted: 3, removed: 5 })).toEqual({ typedWords: -2, otherWords: 0 });
  });

  it('are reported at most every 5 s, each word once', () => {
    const first = takeDue(addWords(noProgress, day('2026-11-21', 1)), at(0));
    expect(first.report).toEqual(day('2026-11-21', 1));
    const second = addWords(addWords(first.progress, day('2026-11-21', 2)), day('2026-11-21', 3, 4));
    expect(takeDue(second, at(4.9)).report).toBeNull();
    expect(dueAt(second)).toEqual(at(5));
    const third = takeDue(second, at(5));
    expect(third.report).toEqual(day('2026-11-21', 5, 4));
    expect([third.progress.sent, third.progress.pending, dueAt(third.progress)]).toEqual([2, [], null]);
  });

  it('of two days are two reports', () => {
    const both = addWords(addWords(noProgress, day('2026-11-21', 1)), day('2026-11-22', 2));
    const { report, progress } = takeDue(both, at(0));
    expect([report, takeDue(progress, at(1)).report, takeDue(progress, at(5)).report]).toEqual([day('2026-11-21', 1), null, day('2026-11-22', 2)]);
  });

  it('go by the date where the author is', () => {
    const evening = new Date('2026-11-21T20:00:00Z');
    expect([localDateIn('Pacific/Auckland', evening), localDateIn('UTC', evening)]).toEqual(['2026-11-22', '2026-11-21']);
  });
});
