import { describe, expect, it } from '@jest/globals';
import type { ChapterBeat } from '@inkbear/contracts/books/chapter';
import { decideSave } from '@inkbear/manuscript-store/decide-save';
import { diffToChanges } from '@inkbear/prose/changes';
import { findScenes } from '@inkbear/prose/marks/scenes';
import type { OriginSpan } from '@inkbear/prose/origins';
import { countWords } from '@inkbear/prose/word-count';
import fc from 'fast-check';
import { chapterKind, type ChapterRow, newChapter } from '../chapters/chapter.ts';
import { withSynopsis } from '../chapters/synopses.ts';
import { decideMerge } from './merge-chapters.ts';
import { decideMove } from './move-scene.ts';
import {
  fieldGrowth,
  type PlannedChapter,
  planStructureChange,
  storedGrowth,
  type StructureChange,
  toOperation,
} from './plan-structure-change.ts';
import { decideSplit } from './split-chapter.ts';
import { decideUndo } from './undo-structure.ts';

const now = new Date('2026-11-21T10:00:00Z');
let ids = 0;
const newId = (): string => `id-${(ids += 1)}`;
const context = { now, timeZone: 'UTC', newId };

const beat = (id: string, words = 400): ChapterBeat => ({ id, text: id, words, povEntryId: null, entryIds: [] });

/** A chapter whose text was saved once, with a synopsis for each scene. */
function chapterOf(text: string, more: Partial<ChapterRow> = {}, origins: OriginSpan[] = []): ChapterRow {
  const owner = { bookId: 'book', userId: 'author', madeUnder: 'free' } as const;
  const empty = newChapter({ ...owner, id: newId(), chapterNumber: 1, title: 'Title', at: now });
  const { after } = decideSave(chapterKind, empty, {
    text: { text, changes: diffToChanges('', text), changeId: newId(), kind: 'autosave', origins },
    now,
    timeZone: 'UTC',
  });
  const saved = { ...after, written: [], progressDueAt: null, ...more };
  return findScenes(text).reduce((chapter, scene, index) => {
    const about = { text: `${saved._id} ${index}`, rev: 2 };
    const synopses = withSynopsis(chapter.synopses ?? [], text, scene, about);
    return decideSave(chapterKind, chapter, { fields: { synopses }, now, timeZone: 'UTC' }).after;
  }, saved);
}

interface Applied {
  readonly heads: readonly ChapterRow[];
  readonly planned: readonly PlannedChapter[];
  /** Takes the change back. */
  readonly undo: () => readonly ChapterRow[];
}

function apply(change: StructureChange): Applied {
  const planned = planStructureChange(change, context);
  const heads = planned.map(({ plan }) => plan.after);
  const operation = toOperation(change, { id: 'operation', requestKey: null, at: now });
  const undo = () => {
    const chapters = operation.chapters.map((done, index) => ({
      done,
      head: heads[index] ?? newChapterError(),
      textBefore: planned[index]?.head.content ?? '',
    }));
    return planStructureChange(decideUndo(operation, chapters, newId), context).map(({ plan }) => plan.after);
  };
  return { heads, planned, undo };
}

const newChapterError = (): never => {
  throw new Error('The change has fewer chapters.');
};

const split = (head: ChapterRow, at: number) => apply(decideSplit(head, at, { id: newId(), createdAt: now }));
const merge = ([first = newChapterError(), second = newChapterError()]: readonly ChapterRow[], joint: string | null) =>
  apply(decideMerge(first, second, joint, newId));
const move = (source: ChapterRow, target: ChapterRow, index: number, toIndex: number) =>
  apply(decideMove(source, target, { index, toIndex }));

/** What an operation and its undo must give back. */
const contentOf = ({ content, synopses = [], beats = [], wordCount }: ChapterRow) => ({
  content,
  synopses: synopses.map(({ at, text }) => [at, text]),
  beats,
  wordCount,
});
/** The net words that were booked, in all chapters together. */
const booked = (heads: readonly ChapterRow[]) =>
  heads
    .flatMap(({ written }) => written)
    .reduce((sum, { typedWords, otherWords }) => [(sum[0] ?? 0) + typedWords, (sum[1] ?? 0) + otherWords], [0, 0]);

const scene = fc.constantFrom('a', 'b c d', '\te', 'f\n\ng h', 'i  j');
const separator = fc.constantFrom('\n\n***\n\n', '\n#\n', '\n* * *\n\n');
const text = (min: number) =>
  fc
    .array(fc.tuple(scene, separator), { minLength: min, maxLength: 5 })
    .map((parts) => parts.map(([words, between], at) => (at === 0 ? words : between + words)).join(''));
const place = fc.nat(1000);

describe('a split', () => {
  const original = chapterOf('# One\n\nMara came in.\n\n***\n\n# The storm\n\nIt rained.', {
    beats: [beat('a'), beat('b'), beat('c')],
    storyDate: '1911-03-04',
    isFlashback: true,
  });
  const at = original.content.indexOf('# The storm');

  it('divides text, synopses and beats, and keeps the time of the story', () => {
    const { heads, planned } = split(original, at);
    expect(heads.map(contentOf)).toEqual([
      {
        content: '# One\n\nMara came in.',
        synopses: [[0, `${original._id} 0`]],
        beats: [beat('a'), beat('b')],
        wordCount: 5,
      },
      { content: '# The storm\n\nIt rained.', synopses: [[0, `${original._id} 1`]], beats: [beat('c')], wordCount: 5 },
    ]);
    expect(heads[1]).toMatchObject({
      title: 'The storm',
      chapterNumber: 2,
      rev: 2,
      storyDate: '1911-03-04',
      isFlashback: true,
    });
    expect(planned.map(({ plan }) => plan.change?.kind)).toEqual(['structure', 'structure']);
  });

  it('removes the text before it inserts it, so that its words keep their classes', () => {
    const [removed, inserted] = split(original, at).planned.map(({ plan }) => plan.change?.at.getTime() ?? 0);
    expect(removed).toBeLessThan(inserted ?? 0);
  });

  it('of a chapter without a heading continues its title', () => {
    const titles = (title: string) => split({ ...original, title }, 0).heads.map((head) => head.title);
    expect(titles('Dawn')[1]).toBe('One');
    const plain = (title: string) => split(chapterOf('One two.', { title }), 4).heads[1]?.title;
    expect([plain('Dawn'), plain('Dawn (continued)'), plain('x'.repeat(300))?.length]).toEqual([
      'Dawn (continued)',
      'Dawn (continued)',
      300,
    ]);
  });

  it('at an end leaves one of the texts as it was', () => {
    const atEnd = split(original, original.content.length);
    expect(atEnd.heads.map(({ rev, content }) => [rev, content])).toEqual([
      [2, original.content],
      [1, ''],
    ]);
    expect(atEnd.undo().map(({ content }) => content)).toEqual([original.content, '']);
  });

  it('outside the text is refused', () => {
    expect(() => split(original, original.content.length + 1)).toThrow(
      expect.objectContaining({ code: 'books.invalid_changes' }),
    );
  });

  it('and a merge give back the chapter, and so does an undo', () => {
    fc.assert(
      fc.property(text(1), place, fc.array(fc.nat(2000), { maxLength: 5 }), (content, position, words) => {
        const before = chapterOf(content, { beats: words.map((count, index) => beat(`beat ${index}`, count)) });
        const change = decideSplit(before, position % (content.length + 1), { id: newId(), createdAt: now });
        const { heads, undo } = apply(change);
        const merged = merge(heads, change.joint ?? null);
        expect(merged.heads.map(contentOf)[0]).toEqual(contentOf(before));
        expect(undo().map(contentOf)[0]).toEqual(contentOf(before));
        expect([booked(heads), booked(merged.heads), booked(undo())]).toEqual([
          [0, 0],
          [0, 0],
          [0, 0],
        ]);
        for (const head of heads) expect(head.wordCount).toBe(countWords(head.content));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a merge', () => {
  const first = chapterOf('One.\n', { beats: [beat('a')] });
  const second = chapterOf('\nTwo.\n\n***\n\nThree.', { chapterNumber: 2, beats: [beat('a'), beat('b')] });

  it('joins texts, synopses and beats, whose ids stay unique', () => {
    const [merged, trashed] = merge([first, second], null).heads.map(contentOf);
    expect(merged).toMatchObject({
      content: 'One.\n\nTwo.\n\n***\n\nThree.',
      synopses: [
        [0, `${first._id} 0`],
        [6, `${second._id} 0`],
        [17, `${second._id} 1`],
      ],
      wordCount: 4,
    });
    expect(merged?.beats.map(({ text: about }) => about)).toEqual(['a', 'a', 'b']);
    expect(new Set(merged?.beats.map(({ id }) => id)).size).toBe(3);
    expect(trashed).toEqual(contentOf(second));
  });

  it('adds as many beats as a chapter can have', () => {
    const many = Array.from({ length: 29 }, (_one, index) => beat(`beat ${index}`));
    const { heads } = merge([{ ...first, beats: many }, second], null);
    expect(heads[0]?.beats?.length).toBe(30);
  });

  it('is taken back by an undo', () => {
    fc.assert(
      fc.property(text(0), text(0), (one, other) => {
        const chapters = [chapterOf(one, { beats: [beat('a')] }), chapterOf(other, { beats: [beat('a'), beat('b')] })];
        const { heads, undo } = merge(chapters, null);
        expect(undo().map(contentOf)).toEqual(chapters.map(contentOf));
        expect([booked(heads), booked(undo())]).toEqual([
          [0, 0],
          [0, 0],
        ]);
      }),
    );
  });

  it('frees the bytes of fields of the chapter that goes to the trash', () => {
    const { planned } = merge([first, { ...second, fieldBytes: second.fieldBytes + 1000 }], null);
    expect(fieldGrowth(planned)).toBeLessThan(-900);
    expect(storedGrowth(planned)).toBeGreaterThan(second.content.length);
  });
});

describe('moving a scene', () => {
  it('to another chapter and back gives back both chapters, and so does an undo', () => {
    fc.assert(
      fc.property(text(1), text(1), place, place, (one, other, from, to) => {
        const [source, target] = [chapterOf(one), chapterOf(other)];
        const index = from % findScenes(one).length;
        const toIndex = to % (findScenes(other).length + 1);
        const { heads, undo } = move(source, target, index, toIndex);
        const [left = source, grown = target] = heads;
        expect(move(grown, left, toIndex, index).heads.map(contentOf)).toEqual([contentOf(target), contentOf(source)]);
        expect(undo().map(contentOf)).toEqual([contentOf(source), contentOf(target)]);
        expect([booked(heads), booked(undo())]).toEqual([
          [0, 0],
          [0, 0],
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('within its chapter and back gives back the chapter, and so does an undo', () => {
    fc.assert(
      fc.property(text(2), place, place, (content, from, to) => {
        const chapter = chapterOf(content);
        const { length } = findScenes(content);
        const [index, toIndex] = [from % length, to % length];
        const { heads, undo } = move(chapter, chapter, index, toIndex);
        const [after = chapter] = heads;
        expect(after.rev).toBe(index === toIndex ? 2 : 3);
        expect(after.synopses?.map(({ text: about }) => about)[toIndex]).toBe(`${chapter._id} ${index}`);
        expect(contentOf(move(after, after, toIndex, index).heads[0] ?? chapter)).toEqual(contentOf(chapter));
        expect(undo().map(contentOf)).toEqual([contentOf(chapter)]);
        expect(after.written).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('that does not exist is refused', () => {
    const chapter = chapterOf('One.');
    expect(() => move(chapter, chapter, 1, 0)).toThrow(expect.objectContaining({ code: 'books.scene_not_found' }));
  });
});

it('moved text keeps its origins, and its words are booked where it leaves and where it arrives', () => {
  const ai = { from: 6, to: 18, kind: 'ai', resultId: 'result' } as const;
  const { heads } = split(chapterOf('Mine. AI wrote it.\n\nMine again.', {}, [ai]), 6);
  expect(heads.map(({ notTyped }) => notTyped)).toEqual([[], [{ from: 0, to: 12, kind: 'ai' }]]);
  expect(heads.map(({ written }) => written)).toEqual([
    [{ localDate: '2026-11-21', typedWords: -2, otherWords: -3 }],
    [{ localDate: '2026-11-21', typedWords: 2, otherWords: 3 }],
  ]);
  expect(heads.map(({ progressDueAt }) => progressDueAt)).toEqual([now, now]);
});
