import { describe, expect, it } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import type { RevisionKind } from '@inkbear/prose/thinning';
import { foldChanges, planFolds } from './fold-changes.ts';
import { replayChanges } from './change.ts';

const start = Date.parse('2026-11-01T10:00:00Z');
const heads = (kinds: RevisionKind[], first = 1) => kinds.map((kind, index) => ({ rev: first + index, kind, at: new Date(start + index * 60_000) }));
const later = new Date(start + 3 * 86_400_000);
const row = (before: string, after: string) => ({ changes: JSON.stringify(diffToChanges(before, after)), origins: [{ from: 0, to: after.length, kind: 'typed' as const }] });

describe('folding', () => {
  it('takes runs of autosaves into the last of each', () => {
    expect(planFolds(heads(['created', 'autosave', 'autosave', 'autosave', 'forced-put', 'autosave', 'autosave']), later)).toEqual([[2, 3, 4], [6, 7]]);
    expect(planFolds(heads(['created', 'autosave', 'autosave']), new Date(start + 3_600_000))).toEqual([]);
  });

  it('never takes the revision of a snapshot or one that was kept at a deletion', () => {
    expect(planFolds(heads(['autosave', 'autosave', 'autosave', 'autosave', 'autosave'], 98), later)).toEqual([[98, 99, 100], [101, 102]]);
    const [first, second, third] = heads(['autosave', 'autosave', 'autosave']);
    expect(planFolds([first, { ...second, kept: true }, third].flatMap((head) => (head?.at ? [head as never] : [])), later)).toEqual([[1, 2]]);
  });

  it('gives one change that does what all did', () => {
    const folded = foldChanges([row('', 'one'), row('one', 'one two\n'), row('one two\n', 'zero two\n')]);
    expect(replayChanges('', [{ changes: folded?.changes ?? '' }])).toBe('zero two\n');
    expect(folded?.origins).toEqual([{ from: 0, to: 9, kind: 'typed' }]);
    expect(foldChanges([])).toBeNull();
  });
});
