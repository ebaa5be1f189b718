import { describe, expect, it } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import type { RevisionKind } from '@inkbear/prose/compaction';
import { composeRows, planCompaction } from './plan-compaction.ts';
import { replayChanges } from './change.ts';

const start = Date.parse('2026-11-01T10:00:00Z');
const rowsOf = (kinds: RevisionKind[], first = 1) =>
  kinds.map((kind, index) => ({ rev: first + index, kind, at: new Date(start + index * 60_000) }));
const later = new Date(start + 3 * 86_400_000);
const row = (before: string, after: string) => ({
  changes: JSON.stringify(diffToChanges(before, after)),
  origins: [{ from: 0, to: after.length, kind: 'typed' as const }],
});

describe('planCompaction', () => {
  it('compacts each run of autosaves into its last one', () => {
    expect(
      planCompaction(
        rowsOf(['created', 'autosave', 'autosave', 'autosave', 'forced-put', 'autosave', 'autosave']),
        later,
      ),
    ).toEqual([
      [2, 3, 4],
      [6, 7],
    ]);
    expect(planCompaction(rowsOf(['created', 'autosave', 'autosave']), new Date(start + 3_600_000))).toEqual([]);
  });

  it('never compacts a snapshot revision or a pinned revision', () => {
    expect(planCompaction(rowsOf(['autosave', 'autosave', 'autosave', 'autosave', 'autosave'], 98), later)).toEqual([
      [98, 99, 100],
      [101, 102],
    ]);
    const [first, second, third] = rowsOf(['autosave', 'autosave', 'autosave']);
    expect(
      planCompaction(
        [first, { ...second, kept: true }, third].flatMap((head) => (head?.at ? [head as never] : [])),
        later,
      ),
    ).toEqual([[1, 2]]);
  });
});

describe('composeRows', () => {
  it('composes the changes of all rows into one list', async () => {
    const composed = await composeRows([row('', 'one'), row('one', 'one two\n'), row('one two\n', 'zero two\n')]);
    expect(replayChanges('', [{ changes: composed?.changes ?? '' }])).toBe('zero two\n');
    expect(composed?.origins).toEqual([{ from: 0, to: 9, kind: 'typed' }]);
    expect(await composeRows([])).toBeNull();
  });

  it('yields to the event loop between rows', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await composeRows(Array.from({ length: 40 }, (_one, index) => row('x'.repeat(index), 'x'.repeat(index + 1))));
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(39);
  });

  it('returns null for rows with more than 10,000 parts or origins together, before composing them', async () => {
    const origins = Array.from({ length: 5001 }, (_one, index) => ({
      from: index * 2,
      to: index * 2 + 1,
      kind: 'pasted' as const,
    }));
    const scattered = (count: number) => ({
      changes: JSON.stringify(Array.from({ length: count }, (_one, index) => (index % 2 === 0 ? 1 : [0, 'x']))),
      origins: [],
    });
    const removed = (length: number) => ({ changes: JSON.stringify([[length]]), origins: [] });
    expect(await composeRows([scattered(6666), removed(6666)])).toEqual({ changes: '[[3333]]', origins: [] });
    expect(await composeRows([scattered(6670), removed(6670)])).toBeNull();
    expect(
      await composeRows([{ changes: JSON.stringify([[0, ...'x'.repeat(10_000)]]), origins: [] }, removed(19_999)]),
    ).toBeNull();
    expect(
      await composeRows([
        { changes: JSON.stringify([[0, 'x'.repeat(20_000)]]), origins },
        { changes: '[20000]', origins },
      ]),
    ).toBeNull();
  });
});
