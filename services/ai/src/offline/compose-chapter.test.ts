import { describe, expect, it } from '@jest/globals';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { countWords } from '@inkbear/prose/word-count';
import type { BookContext } from '../generations/task.ts';
import { composeChapter } from './compose-chapter.ts';

const context: BookContext = {
  book: {
    id: 'b',
    title: 'The Long Winter',
    genre: 'fantasy',
    subgenre: '',
    targetAudience: '',
    synopsis: '',
    outline: '',
    language: 'EN',
  },
  chapter: { id: 'c', chapterNumber: 1, title: 'Snow', description: '', keyPoints: [], beats: [] },
  earlierChapters: [],
  fullTextChapterIds: new Set(),
  style: unknownStyle,
  entries: [],
  pinnedEntries: new Set<string>(),
  arePassagesExcluded: false,
  isPlanExcluded: false,
};
const compose = (description: string, targetWords: number) =>
  composeChapter({ context, description, targetWords, variant: 0 });

describe('composeChapter', () => {
  it.each(Object.entries(hostileTexts(10_000)))('keeps to its length with a plan of %s', (_kind, description) => {
    const part = { plan: description, isFirst: true, isLast: false };
    const texts = [
      compose(description, 300),
      composeChapter({ context, description, part, targetWords: 300, variant: 0 }),
    ];
    // The plan itself, and about three times the words that were asked for.
    for (const text of texts) expect(text.length).toBeLessThan(description.length * 2 + 300 * 6 * 3);
  });

  it('tells every point of a plan in order, also when there are more than fit', () => {
    const points = Array.from({ length: 40 }, (_point, index) => `Ida opens door ${index} of the house`);
    const text = compose(`${points.join('. ')}.`, 600);
    const places = points.map((_point, index) => text.indexOf(`door ${index} of`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(-1);
    expect(countWords(text)).toBeLessThan(600 * 3);
  });
});
