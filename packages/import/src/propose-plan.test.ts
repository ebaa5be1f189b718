import { describe, expect, it } from '@jest/globals';
import type { PlacedSection } from './compose/compose-manuscript.ts';
import { importLimits } from './limits.ts';
import { placeLosses, proposePlan } from './propose-plan.ts';
import type { ReadManuscript } from './read-manuscript.ts';
import { bytesOf, docxOf, p, summarise } from './testing/files.ts';

const section = (from: number, to: number, more: Partial<PlacedSection> = {}): PlacedSection => ({
  ...{
    title: `At ${from}`,
    kind: 'chapter',
    role: null,
    part: null,
    isIncluded: true,
    from,
    to,
    scenes: [{ from, to }],
  },
  ...more,
});
const manuscript = (text: string, sections: readonly PlacedSection[]): ReadManuscript => ({
  ...{ format: 'text', title: 'Snow', author: 'Ada', language: 'en', text, words: 1, sections, confidence: 0.5 },
  ...{ comments: [], losses: [], books: [] },
});

describe('a plan', () => {
  it('has the words and scenes of each chapter', async () => {
    const { read, chapters } = await summarise('# Ice\n\nSnow fell.\n\n***\n\nMore.\n\n# Rain\n\nIt rained *all* day.');
    const { plan } = proposePlan(read);
    expect(plan.chapters.map(({ title, words, include, kind }) => [title, words, include, kind])).toEqual([
      ['Ice', 4, true, 'chapter'],
      ['Rain', 4, true, 'chapter'],
    ]);
    const texts = plan.chapters.flatMap(({ scenes }) => scenes.map(({ from, to }) => read.text.slice(from, to)));
    expect(texts).toEqual(['Snow fell.', 'More.', 'It rained *all* day.']);
    expect(chapters[0]?.[1]).toBe('Snow fell.\n\n***\n\nMore.');
  });

  it('divides a chapter that is too long at a scene, and says so', () => {
    const scene = `${'snow '.repeat(300_000)}end.`;
    const text = [scene, scene, scene].join('\n\n***\n\n');
    const ends = [0, 1, 2].map((index) => index * (scene.length + 7));
    const scenes = ends.map((from) => ({ from, to: from + scene.length }));
    const { plan, losses } = proposePlan(
      manuscript(text, [section(0, text.length, { title: 'Ice', part: 'One', scenes })]),
    );
    expect(plan.chapters.map(({ title, part, from, to }) => [title, part, from, to])).toEqual([
      ['Ice', 'One', 0, scene.length],
      ['Ice (2)', null, scenes[1]?.from, scenes[1]?.to],
      ['Ice (3)', null, scenes[2]?.from, scenes[2]?.to],
    ]);
    expect(losses).toEqual([
      expect.objectContaining({ kind: 'other', count: 1, outcome: expect.stringContaining('were divided') }),
    ]);
    expect(losses[0]?.places).toEqual([{ chapter: 'Ice', quote: expect.stringContaining('snow snow') }]);
  });

  it.each([
    ['at a paragraph when there is no scene', `${'a'.repeat(1_500_000)}\n\n${'b'.repeat(1_500_000)}`, [1_500_000]],
    ['between two characters when there is no paragraph', '😀'.repeat(2_000_000), [2_000_000]],
    ['never inside a character', `a${'😀'.repeat(1_500_000)}`, [1_999_999]],
  ])('divides it %s', (_name, text, ends) => {
    const { plan } = proposePlan(manuscript(text, [section(0, text.length)]));
    expect(plan.chapters.slice(0, -1).map(({ to }) => to)).toEqual(ends);
    expect(plan.chapters.every(({ from, to }) => to - from <= importLimits.chapterUnits)).toBe(true);
    expect(plan.chapters.map(({ from, to }) => text.slice(from, to)).join('').length).toBeGreaterThanOrEqual(
      text.length - 2,
    );
  });

  it('has at most 1,000 chapters, and says so', () => {
    const text = 'ab\n\n'.repeat(1_500);
    const sections = Array.from({ length: 1_500 }, (_, index) => section(index * 4, index * 4 + 2));
    const { plan, losses } = proposePlan(manuscript(text, sections));
    const last = plan.chapters.at(-1);
    expect([plan.chapters.length, last?.from, last?.to, last?.scenes.length, last?.words]).toEqual([
      1_000, 3_996, 5_998, 501, 501,
    ]);
    expect(losses).toHaveLength(1);
  });
});

describe('losses', () => {
  it('name the chapters of a plan that the author has changed', async () => {
    const { read } = await summarise('# Ice\n\nSnow ![a](b) fell.\n\n# Rain\n\nWet ![c](d).', { fileName: 'a.md' });
    const { plan, losses } = proposePlan(read);
    expect(losses.map(({ places }) => places.map(({ chapter }) => chapter))).toEqual([['Ice', 'Rain']]);
    const renamed = {
      chapters: plan.chapters.map((chapter) => ({ ...chapter, title: `New ${chapter.title}` })).reverse(),
    };
    expect(placeLosses(read.losses, renamed)[0]?.places.map(({ chapter }) => chapter)).toEqual(['New Ice', 'New Rain']);
  });

  it('are counted beyond the places that are named, with short quotes', async () => {
    const link = `<w:hyperlink>${p(`“${'very '.repeat(60)}long”`).slice(5, -6)}</w:hyperlink>`;
    const body = Array.from({ length: importLimits.lossPlaces + 50 }, () => `<w:p>${link}</w:p>`).join('');
    const { read } = await summarise(docxOf(body));
    const [loss] = proposePlan(read).losses;
    expect([loss?.count, loss?.places.length]).toEqual([importLimits.lossPlaces + 50, importLimits.lossPlaces]);
    expect(Math.max(...(loss?.places.map(({ quote }) => quote.length) ?? []))).toBeLessThanOrEqual(
      importLimits.quoteUnits,
    );
  });

  it('have few comments in a book', async () => {
    const notes = Array.from({ length: importLimits.comments + 5 }, (_, index) => `Snow. <!-- ${index} -->`).join(
      '\n\n',
    );
    const { read, losses } = await summarise(bytesOf(`${notes}\n\n<!-- ${'x'.repeat(5_000)} -->`), {
      fileName: 'a.md',
    });
    expect(read.comments).toHaveLength(importLimits.comments);
    expect(losses).toEqual(['comment 6: Only the first 2,000 comments were imported.']);
  });
});
