import { describe, expect, it } from '@jest/globals';
import { addWords, netWords, neverReported, nextReport, unreported } from './progress.ts';

const none = { typed: 0, pasted: 0, ai: 0, imported: 0, removed: 0, removedNotTyped: 0 };
const day = (localDate: string, typedWords: number, otherWords = 0) => ({ localDate, typedWords, otherWords });
const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1000);

describe('written words', () => {
  it('are net, and an AI rewrite does not reduce typed words', () => {
    expect(netWords({ ...none, typed: 5, removed: 2 })).toEqual({ typedWords: 3, otherWords: 0 });
    expect(netWords({ ...none, ai: 600, removed: 500 })).toEqual({ typedWords: 0, otherWords: 100 });
    expect(netWords({ ...none, pasted: 3, removed: 5 })).toEqual({ typedWords: -2, otherWords: 0 });
  });

  it('keep typed words when an AI insertion is undone', () => {
    expect(netWords({ ...none, removed: 305, removedNotTyped: 305 })).toEqual({ typedWords: 0, otherWords: -305 });
    expect(netWords({ ...none, removed: 310, removedNotTyped: 305 })).toEqual({ typedWords: -5, otherWords: -305 });
    expect(netWords({ ...none, ai: 600, removed: 500, removedNotTyped: 500 })).toEqual({
      typedWords: 0,
      otherWords: 100,
    });
    expect(netWords({ ...none, imported: 500, removed: 600, removedNotTyped: 600 })).toEqual({
      typedWords: 0,
      otherWords: -100,
    });
  });

  it('are reported at most every 5 s, and each word once', () => {
    const first = nextReport([day('2026-11-21', 1)], neverReported, at(0));
    expect([first.report, first.reported]).toEqual([
      day('2026-11-21', 1),
      { sent: 1, lastAt: at(0), words: [day('2026-11-21', 1)] },
    ]);
    const written = addWords(addWords([day('2026-11-21', 1)], day('2026-11-21', 2)), day('2026-11-21', 3, 4));
    expect(nextReport(written, first.reported, at(4.9))).toEqual({ reported: first.reported, report: null });
    const second = nextReport(written, first.reported, at(5));
    expect([second.report, second.reported.sent]).toEqual([day('2026-11-21', 5, 4), 2]);
    expect(unreported(written, second.reported.words)).toEqual([]);
    expect(nextReport(written, second.reported, at(60)).report).toBeNull();
  });

  it('are reported as negative when they are removed after a report', () => {
    const { reported } = nextReport([day('2026-11-21', 5)], neverReported, at(0));
    expect(nextReport([day('2026-11-21', 2)], reported, at(9)).report).toEqual(day('2026-11-21', -3));
  });

  it('are reported for each day separately', () => {
    const both = addWords([day('2026-11-21', 1)], day('2026-11-22', 2));
    const { report, reported } = nextReport(both, neverReported, at(0));
    expect([report, nextReport(both, reported, at(1)).report, nextReport(both, reported, at(5)).report]).toEqual([
      day('2026-11-21', 1),
      null,
      day('2026-11-22', 2),
    ]);
  });
});
