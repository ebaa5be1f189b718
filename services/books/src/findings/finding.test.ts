import { describe, expect, it } from '@jest/globals';
import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { findingLimits } from '@inkbear/contracts/bible/finding';
import type { CheckResult } from './check-story.ts';
import { coveredByRules, decideFindings, type FindingRow, toFindingRows } from './finding.ts';

const texts = ['Mara had grey eyes. [TODO]', 'Mara had green eyes. [TODO]'];
const chapters = texts.map((text, index) => ({ id: `c${index + 1}`, rev: index + 5, text }));
const eyes: CheckResult = {
  group: 'continuity',
  rule: 'attribute-conflict',
  severity: 'error',
  text: 'Mara: “grey” eyes here, “green” there.',
  advice: '',
  names: ['Mara'],
  places: [
    { chapter: 0, from: 0, to: 19 },
    { chapter: 1, from: 0, to: 20 },
  ],
  contradiction: null,
};
const placeholder = (chapter: number): CheckResult => ({
  ...eyes,
  group: 'leak',
  rule: 'placeholder',
  names: [],
  places: [{ chapter, from: texts[chapter]?.indexOf('[') ?? 0, to: texts[chapter]?.length ?? 0 }],
});
const rowsOf = (results: CheckResult[], checked = chapters): FindingRow[] =>
  toFindingRows({ bookId: 'b1', userId: 'u1', chapters: checked, results });

describe('the findings of a check', () => {
  it('quote each passage with its revision', () => {
    expect(rowsOf([eyes])).toMatchObject([
      {
        status: 'open',
        isPresent: true,
        places: [
          { chapterId: 'c1', rev: 5, from: 0, to: 19, quote: 'Mara had grey eyes.' },
          { chapterId: 'c2', rev: 6, from: 0, to: 20, quote: 'Mara had green eyes.' },
        ],
      },
    ]);
  });

  it('have the same id after another revision, and another id for other words', () => {
    const idOf = ([row]: FindingRow[]) => row?.findingId;
    const later = chapters.map(({ id, text }) => ({ id, rev: 90, text }));
    expect(idOf(rowsOf([eyes], later))).toBe(idOf(rowsOf([eyes])));
    const reworded = chapters.map((chapter) => ({ ...chapter, text: chapter.text.replace('Mara', 'Nora') }));
    expect(idOf(rowsOf([eyes], reworded))).not.toBe(idOf(rowsOf([eyes])));
  });

  it('join the same words in several passages, up to five', () => {
    const rows = rowsOf([placeholder(0), placeholder(1), ...Array.from({ length: 8 }, () => placeholder(1))]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.places.map(({ chapterId }) => chapterId)).toEqual(['c1', 'c2', 'c2', 'c2', 'c2']);
  });

  it('are in reading order by position, and cut where they are too long', () => {
    const long = { id: 'c3', rev: 1, text: '😀'.repeat(400) };
    const longMistake = { ...eyes, text: `x${'😀'.repeat(300)}`, places: [{ chapter: 2, from: 1, to: 800 }] };
    const [first, last] = rowsOf([eyes, longMistake], [...chapters, long]);
    expect((first?.position ?? 0) < (last?.position ?? 0)).toBe(true);
    expect([last?.text.length, last?.text.isWellFormed()]).toEqual([499, true]);
    expect(last?.places[0]?.quote.length).toBeLessThanOrEqual(bibleLimits.quote);
  });

  it('have at most twenty names, which are cut', () => {
    const [row] = rowsOf([{ ...eyes, names: Array.from({ length: 30 }, () => 'N'.repeat(300)) }]);
    expect([row?.names.length, row?.names[0]?.length]).toEqual([findingLimits.names, findingLimits.name]);
  });
});

describe('two contradictions in the same sentences', () => {
  it('are two findings', () => {
    const values = { name: 'Mara', aliases: [], kind: 'character' as const, first: 'grey', second: 'green' };
    const results = ['eyes', 'hair'].map((attribute) => ({ ...eyes, contradiction: { ...values, attribute } }));
    expect(rowsOf(results).map(({ contradiction }) => contradiction?.attribute)).toEqual(['eyes', 'hair']);
  });
});

describe('decideFindings', () => {
  const [found] = rowsOf([eyes]) as [FindingRow];
  const ignored: FindingRow = { ...found, status: 'ignored' };
  const startedAt = new Date(1000);
  const coveredWithout = (chapterId: string | null) => ({
    isCovered: coveredByRules(
      ['continuity'],
      (id) => id === chapterId,
      (id) => chapters.find((each) => each.id === id)?.text,
    ),
    startedAt,
  });
  const all = coveredWithout(null);
  const nothing = { written: [], hidden: [], deleted: [] };

  it('keeps what the author ignored', () => {
    expect(decideFindings([ignored], [found], all)).toEqual({ ...nothing, written: [ignored] });
  });

  it('deletes open findings that are gone, and hides ignored ones until they are found again', () => {
    expect(decideFindings([found], [], all)).toEqual({ ...nothing, deleted: [found._id] });
    const hidden = { ...ignored, isPresent: false };
    expect(decideFindings([ignored], [], all)).toEqual({ ...nothing, hidden: [ignored._id] });
    expect(decideFindings([hidden], [], all)).toEqual(nothing);
    expect(decideFindings([hidden], [found], all)).toEqual({ ...nothing, written: [ignored] });
  });

  it('keeps what a provider found when the rules check again', () => {
    const byProvider: FindingRow = { ...found, source: 'provider' };
    expect(decideFindings([byProvider], [], all)).toEqual(nothing);
    const gone = { ...byProvider, places: byProvider.places.map((place) => ({ ...place, quote: 'brown eyes' })) };
    expect(decideFindings([gone], [], all)).toEqual({ ...nothing, deleted: [found._id] });
  });

  it('lists a resolved finding again, unless it was resolved while the check ran', () => {
    const at = (ms: number): FindingRow => ({ ...found, decision: { id: 'd1', at: new Date(ms) } });
    expect(decideFindings([at(999)], [found], all).written).toEqual([found]);
    expect(decideFindings([at(1000)], [found], all).written).toEqual([at(1000)]);
  });

  it('keeps at most a thousand, and a thousand hidden ones', () => {
    const many = (count: number, fields: Partial<FindingRow> = {}, from = 0) =>
      Array.from({ length: count }, (_one, index) => ({ ...found, _id: `b1:${from + index}`, ...fields }));
    const elsewhere = many(400, { places: [{ chapterId: 'c9', rev: 1, from: 0, to: 1, quote: 'x' }] });
    const { perGroup } = findingLimits;
    const fresh = many(perGroup, {}, 5000);
    expect(decideFindings(elsewhere, fresh, coveredWithout('c9')).written).toHaveLength(perGroup - 400);
    const hidden = many(perGroup, { status: 'ignored', isPresent: false }, 9000);
    const changes = decideFindings([ignored, ...hidden], [], all);
    expect(changes).toEqual({ ...nothing, hidden: [ignored._id], deleted: [hidden.at(-1)?._id] });
  });

  it('keeps findings of other groups, and of chapters that were not checked', () => {
    const leak = { ...found, _id: 'b1:leak', group: 'leak' as const };
    expect(decideFindings([leak], [], all)).toEqual(nothing);
    expect(decideFindings([found], [], coveredWithout('c2'))).toEqual(nothing);
  });
});
