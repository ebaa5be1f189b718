import { describe, expect, it } from '@jest/globals';
import { importLimits, type SavedImportChapter } from '@inkbear/contracts/export/import';
import { boundScenes, describeChapter, describeChapters, requireValidRanges } from './plan.ts';

const chapter = (from: number, to: number, more: Partial<SavedImportChapter> = {}): SavedImportChapter => ({
  title: 'One',
  include: true,
  kind: 'chapter',
  from,
  to,
  ...more,
});
const length = 3_000_000;

describe('the ranges of a plan', () => {
  it('may be in another order than the text, touch each other and leave parts out', () => {
    const chapters = [chapter(50, 60), chapter(0, 10), chapter(10, 20, { include: false })];
    expect(() => requireValidRanges(chapters, length)).not.toThrow();
    const halves = [chapter(0, length / 2), chapter(length / 2, length)];
    expect(() => requireValidRanges([...halves, chapter(0, 0), chapter(length, length)], length)).not.toThrow();
  });

  it.each<[string, SavedImportChapter[], string]>([
    ['reversed', [chapter(9, 5)], 'lies outside'],
    ['behind the end', [chapter(0, length + 1)], 'lies outside'],
    ['longer than a chapter', [chapter(0, importLimits.chapterUnits + 1)], 'too long'],
    ['overlapping', [chapter(0, 10), chapter(9, 12)], 'overlap'],
    ['empty, inside another one', [chapter(0, 10), chapter(5, 5)], 'overlap'],
    ['the same', [chapter(0, 10), chapter(0, 10)], 'overlap'],
    ['one inside the other', [chapter(0, 100), chapter(20, 30)], 'overlap'],
    ['all left out', [chapter(0, 10, { include: false })], 'at least one'],
  ])('are refused when they are %s', (_what, chapters, message) => {
    expect(() => requireValidRanges(chapters, length)).toThrow(message);
  });
});

describe('a chapter of a plan', () => {
  const text = 'Title\n\nOne two.\n\n***\n\nThree 😀.\n\n***\n\n';

  it('has its words and scenes at positions of the whole text', () => {
    const from = text.indexOf('One');
    const { words, scenes } = describeChapter(chapter(from, text.length), text);
    expect(words).toBe(6);
    expect(scenes.map((scene) => text.slice(scene.from, scene.to))).toEqual(['One two.', 'Three 😀.']);
  });

  it('neither begins nor ends inside a character', () => {
    const inside = text.indexOf('😀') + 1;
    expect(() => describeChapter(chapter(0, inside), text)).toThrow('inside a character');
    expect(() => describeChapter(chapter(inside, text.length), text)).toThrow('inside a character');
    expect(describeChapter(chapter(0, inside - 1), text).to).toBe(inside - 1);
  });

  it('lists no scenes once the chapters before have as many as are listed', () => {
    const scenes = Array.from({ length: importLimits.scenes - 1 }, (_one, index) => ({ from: index, to: index + 1 }));
    const planned = { ...chapter(0, 10), words: 1, scenes };
    const [first, second] = boundScenes([planned, { ...planned, scenes: scenes.slice(0, 2) }]);
    expect([first?.scenes.length, second?.scenes.length]).toEqual([scenes.length, 0]);
  });

  it('is not read again where the stored plan has its range', async () => {
    const stored = [{ ...chapter(0, 5), words: 99, scenes: [] }];
    const neverRead = () => Promise.reject(new Error('The text was read.'));
    const renamed = await describeChapters([chapter(0, 5, { title: 'Two', kind: 'front' })], stored, neverRead);
    expect(renamed).toEqual([{ ...chapter(0, 5), title: 'Two', kind: 'front', words: 99, scenes: [] }]);
    let reads = 0;
    const readText = () => {
      reads += 1;
      return Promise.resolve(text);
    };
    const changed = await describeChapters([chapter(0, 5), chapter(7, 15), chapter(16, 20)], stored, readText);
    expect([changed.map(({ words }) => words), reads]).toEqual([[99, 2, 1], 1]);
  });
});
