import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  canMerge,
  changeChapter,
  mergeWithNext,
  moveChapter,
  type PlannedChapter,
  splitAt,
  summarise,
  titleFrom,
} from './plan-edits.ts';

const chapter = (title: string, from: number, to: number, more: Partial<PlannedChapter> = {}): PlannedChapter => ({
  title,
  include: true,
  kind: 'chapter',
  from,
  to,
  ...more,
});
const plan = [chapter('One', 0, 10), chapter('Two', 10, 30), chapter('Three', 40, 50)];

describe('the plan of an import', () => {
  it('merges a chapter with the next one in the text, with the heading between them', () => {
    expect([canMerge(plan, 0), canMerge(plan, 1), canMerge(plan, 2)]).toEqual([true, true, false]);
    expect(mergeWithNext(plan, 0)).toEqual([chapter('One', 0, 30), chapter('Three', 40, 50)]);
    expect(mergeWithNext(plan, 1)).toEqual([chapter('One', 0, 10), chapter('Two', 10, 50)]);
  });

  it('merges nothing after a chapter was moved in between', () => {
    const moved = moveChapter(plan, 1, 1);
    expect([canMerge(moved, 0), canMerge(moved, 1)]).toEqual([false, false]);
    expect(mergeWithNext(moved, 0)).toEqual(moved);
  });

  it.each<[string, Partial<PlannedChapter>, Partial<PlannedChapter>, Partial<PlannedChapter>]>([
    ['keeps the first of two chapters', {}, {}, { title: 'One' }],
    ['leaves out nothing that was included', { include: false, kind: 'front' }, {}, { title: 'Two', kind: 'chapter' }],
    ['makes no page of a chapter', { kind: 'front' }, {}, { title: 'Two', kind: 'chapter' }],
    ['keeps a chapter before a page that is left out', {}, { include: false, kind: 'back' }, { title: 'One' }],
  ])('%s when it merges', (_name, first, second, merged) => {
    const chapters = [chapter('One', 0, 10, first), chapter('Two', 10, 30, second)];
    expect(mergeWithNext(chapters, 0)).toEqual([{ ...chapter('', 0, 30), ...merged }]);
  });

  it('splits a chapter inside its text only', () => {
    expect(splitAt(plan, 1, { at: 20, title: 'New', textAt: 24 }).slice(1, 3)).toEqual([
      chapter('Two', 10, 20),
      chapter('New', 24, 30),
    ]);
    expect([10, 30].map((at) => splitAt(plan, 1, { at, title: 'New', textAt: at }))).toEqual([plan, plan]);
  });

  it('moves a chapter within the list only', () => {
    expect(moveChapter(plan, 0, 1).map(({ title }) => title)).toEqual(['Two', 'One', 'Three']);
    expect([moveChapter(plan, 0, -1), moveChapter(plan, 2, 1)]).toEqual([plan, plan]);
  });

  it('never loses or doubles a part of the text', () => {
    const edit = fc.record({
      kind: fc.constantFrom('merge', 'split', 'up', 'down'),
      index: fc.nat(6),
      at: fc.nat(50),
    });
    const partsOf = (chapters: readonly PlannedChapter[]) =>
      chapters
        .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, offset) => from + offset))
        .toSorted((a, b) => a - b);
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        let chapters: PlannedChapter[] = plan;
        for (const { kind, index, at } of edits) {
          if (kind === 'merge') chapters = mergeWithNext(chapters, index);
          else if (kind === 'split') chapters = splitAt(chapters, index, { at, title: '', textAt: at });
          else chapters = moveChapter(chapters, index, kind === 'up' ? -1 : 1);
        }
        const parts = partsOf(chapters);
        expect(parts).toEqual([...new Set(parts)]);
        expect(parts).toEqual(expect.arrayContaining(partsOf(plan)));
      }),
    );
  });

  it('counts what will be made', () => {
    const mixed = [
      chapter('Dedication', 0, 5, { kind: 'front' }),
      ...changeChapter(plan, 2, { include: false }),
      chapter('Notes', 60, 70, { kind: 'back', include: false }),
    ];
    expect(summarise(mixed)).toEqual({ chapters: 2, pages: 1, excluded: 2 });
  });

  it.each<[string, string, number]>([
    ['\n\n## The Storm\n\nIt rained.', 'The Storm', 14],
    ['The Storm\nIt rained.', 'The Storm', 9],
    [`${'A long first line '.repeat(5)}\nMore.`, 'New chapter', 0],
    [' \n ', 'New chapter', 0],
  ])('proposes the title of a chapter that begins with %j', (text, title, end) => {
    expect(titleFrom(text)).toEqual({ title, end });
  });
});
