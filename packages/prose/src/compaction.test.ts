import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  compactionMinAgeMs,
  type Revision,
  type RevisionKind,
  listCompactableRevisions,
  writingSessionGapMs,
} from './compaction.ts';

const minute = 60_000;
const now = 100 * compactionMinAgeMs;
const kinds: RevisionKind[] = [
  'autosave',
  'replace',
  'put',
  'structure',
  'forced-put',
  'conflict',
  'ai',
  'restore',
  'deletion',
  'snapshot',
  'created',
];

/** Revisions from `kind@minutes` words, counted from two days ago. */
const revisions = (words: string): Revision[] =>
  words.split(' ').map((word, index) => {
    const [kind, minutes, name] = word.split('@');
    return {
      rev: index + 1,
      kind: kind as RevisionKind,
      at: now - 2 * compactionMinAgeMs + Number(minutes) * minute,
      ...(name === undefined ? {} : { name }),
    };
  });

describe('listCompactableRevisions', () => {
  it.each([
    ['of one writing session, the last autosave remains', 'autosave@0 autosave@1 autosave@2', [1, 2]],
    ['of two writing sessions, two remain', 'autosave@0 autosave@5 autosave@40 autosave@41', [1, 3]],
    ['a pause of just 30 minutes ends a writing session', 'autosave@0 autosave@30', []],
    ['a text that an AI result replaced stays', 'autosave@0 autosave@1 ai@2 autosave@3 autosave@4', [1, 4]],
    ['a full save is not an autosave', 'autosave@0 put@1 put@2 autosave@3', []],
    ['the first text stays', 'created@0 autosave@1', []],
    ['a named one stays', 'autosave@0@draft autosave@1', []],
    ['those of today stay, older ones are compacted', 'autosave@0 autosave@1 autosave@2881 autosave@2882', [1]],
    ['the replacing text must be a day old too', 'autosave@1435 autosave@1441', []],
    ['with a clock that ran backwards, nothing is compacted', 'autosave@9 autosave@3', []],
  ])('%s', (_name, words, compacted) => {
    expect(listCompactableRevisions(revisions(words), now)).toEqual(compacted);
  });

  it.each(kinds.filter((kind) => kind !== 'autosave'))('keeps a revision of kind %s and the one before it', (kind) => {
    expect(listCompactableRevisions(revisions(`autosave@0 ${kind}@1 autosave@2`), now)).toEqual([]);
  });

  it('keeps every protected revision in random histories', () => {
    const step = fc.record({
      kind: fc.oneof({ weight: 4, arbitrary: fc.constant<RevisionKind>('autosave') }, fc.constantFrom(...kinds)),
      gap: fc.nat(50 * minute),
      name: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constant('draft')),
    });
    let compactedCount = 0;
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 12, maxLength: 40 }),
        fc.integer({ min: 0, max: 9 }),
        fc.nat(compactionMinAgeMs),
        (steps, days, rest) => {
          let at = now - days * compactionMinAgeMs - rest;
          const history = steps.map(({ kind, gap, name }, index): Revision => ({
            rev: index + 1,
            kind,
            name,
            at: (at += gap),
          }));
          const compacted = new Set(listCompactableRevisions(history, now));
          compactedCount += compacted.size;
          const remaining = history.filter(({ rev }) => !compacted.has(rev));
          history.forEach((revision, index) => {
            const next = history[index + 1];
            const mustRemain =
              !next ||
              revision.kind !== 'autosave' ||
              next.kind !== 'autosave' ||
              revision.name !== undefined ||
              now - revision.at < compactionMinAgeMs ||
              next.at - revision.at >= writingSessionGapMs;
            if (mustRemain) expect(compacted.has(revision.rev)).toBe(false);
          });
          expect(listCompactableRevisions(remaining, now)).toEqual([]);
          expect(listCompactableRevisions([...history].reverse(), now)).toEqual([...compacted]);
        },
      ),
    );
    expect(compactedCount).toBeGreaterThan(30);
  });
});
