import { describe, expect, it } from '@jest/globals';
import type { Change } from '@inkbear/manuscript-store/change';
import { decideSave } from '@inkbear/manuscript-store/decide-save';
import { diffToChanges } from '@inkbear/prose/changes';
import type { OriginSpan } from '@inkbear/prose/origins';
import { chapterKind, type ChapterRow, newChapter } from '../chapters/chapter.ts';
import { classifyChapters } from '../provenance/classify-chapters.ts';
import { classesOf, emptyBook, withRemovedText } from '../provenance/provenance.ts';
import { decideMerge } from './merge-chapters.ts';
import { planStructureChange, type StructureChange } from './plan-structure-change.ts';
import { decideSplit } from './split-chapter.ts';

const own = 'It rained all day, and the windows were shut until six.';
const passage = 'The harbour lay under a grey sky and nobody came down to the boats that morning.';
const edited = passage.replace('nobody', 'hardly anybody');
let minute = 0;
const nextMinute = () => new Date(Date.UTC(2026, 10, 21, 10, (minute += 1)));
const newId = () => `id-${(minute += 1)}`;

type SavedHere = Change & { readonly chapterId: string };

/** Saves a text of a chapter; returns the chapter and its change. */
function save(before: ChapterRow, text: string, origins: OriginSpan[] = []): [ChapterRow, SavedHere] {
  const { after, change } = decideSave(chapterKind, before, {
    text: { text, changes: diffToChanges(before.content, text), changeId: newId(), kind: 'autosave', origins },
    now: nextMinute(),
    timeZone: 'UTC',
  });
  if (!change) throw new Error('The text was not saved.');
  return [after, { ...change, chapterId: before._id }];
}

function apply(change: StructureChange): { heads: ChapterRow[]; changes: SavedHere[] } {
  const planned = planStructureChange(change, { now: nextMinute(), timeZone: 'UTC', newId });
  return {
    heads: planned.map(({ plan }) => plan.after),
    changes: planned.flatMap(({ head, plan }) => (plan.change ? [{ ...plan.change, chapterId: head._id }] : [])),
  };
}

const byTime = (changes: readonly SavedHere[]) => changes.toSorted((a, b) => a.at.getTime() - b.at.getTime());
/** The words of the chapters by class, after all changes. */
function wordsOf(ids: readonly string[], changes: readonly SavedHere[], removed = emptyBook('b', 'u').removed) {
  const results = [{ _id: 'result', makesText: true, fingerprint: null }];
  const chapters = ids.map((id) => ({ id, text: '', spans: [], inserted: [] }));
  return classifyChapters({ chapters, changes: byTime(changes), removed, results }).chapters.map(({ words }) => words);
}

describe('the classes of words that move', () => {
  const owner = { bookId: 'b', userId: 'u', madeUnder: 'free' } as const;
  const empty = newChapter({ ...owner, id: 'first', chapterNumber: 1, title: 'T', at: nextMinute() });
  const ai: OriginSpan = { from: own.length + 2, to: own.length + 2 + passage.length, kind: 'ai', resultId: 'result' };
  const [generated, firstSave] = save(empty, `${own}\n\n${passage}`, [ai]);
  const [written, secondSave] = save(generated, `${own}\n\n${edited}`);
  const none = { own: 0, pasted: 0, imported: 0, generated: 0, edited: 0, rewritten: 0 };
  const split = apply(decideSplit(written, own.length + 2, { id: 'second', createdAt: nextMinute() }));
  const [first = empty, second = empty] = split.heads;
  const merged = apply(decideMerge(first, second, null, newId));
  const changes = [firstSave, secondSave, ...split.changes];

  it('stay as they were after a split', () => {
    expect(wordsOf(['first', 'second'], changes)).toEqual([
      { ...none, own: 11 },
      { ...none, generated: 15, rewritten: 2 },
    ]);
  });

  it('stay as they were after a merge with a chapter whose changes are classified', () => {
    const spans = classifyChapters({
      chapters: ['first', 'second'].map((id) => ({ id, text: '', spans: [], inserted: [] })),
      changes: byTime(changes),
      removed: [],
      results: [{ _id: 'result', makesText: true, fingerprint: null }],
    }).chapters[1]?.spans;
    const at = nextMinute().getTime();
    const removed = withRemovedText(emptyBook('b', 'u'), { text: edited, spans: spans ?? [], at })?.removed;
    expect(wordsOf(['first'], [...changes, ...merged.changes], removed)).toEqual([
      { ...none, own: 11, generated: 15, rewritten: 2 },
    ]);
  });

  it('are those of their origins when they are not classified yet', () => {
    const [one, oneSave] = save(empty, own);
    const [draft] = save({ ...empty, _id: 'other' }, passage, [{ ...ai, from: 0, to: passage.length }]);
    const [other] = save(draft, edited);
    const spans = classesOf(other.notTyped ?? []);
    const removed = withRemovedText(emptyBook('b', 'u'), { text: edited, spans, at: nextMinute().getTime() })?.removed;
    const { changes: joined } = apply(decideMerge(one, other, null, newId));
    expect(wordsOf(['first'], [oneSave, ...joined], removed)).toEqual([{ ...none, own: 13, generated: 15 }]);
  });
});

describe('removed texts', () => {
  const removed = (text: string) => ({ text, spans: [], at: nextMinute().getTime() });
  const add = (texts: readonly string[]) =>
    texts.reduce((book, text) => withRemovedText(book, removed(text)) ?? book, emptyBook('b', 'u'));

  it('are dropped, the oldest first, when they are longer than the limit together', () => {
    const kept = add(['a'.repeat(200_000), 'b'.repeat(200_000), 'c']).removed;
    expect(kept.map(({ text }) => text.charAt(0))).toEqual(['b', 'c']);
  });

  it('are not stored when one alone is longer', () => {
    expect(add(['a', 'b'.repeat(400_001)]).removed.map(({ text }) => text)).toEqual(['a']);
  });
});
