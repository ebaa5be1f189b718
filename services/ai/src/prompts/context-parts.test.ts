import { describe, expect, it } from '@jest/globals';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { applyContextChoice } from '../generations/apply-context-choice.ts';
import type { BookContext } from '../generations/task.ts';
import { contextParts } from './context-parts.ts';

const sentences = (count: number, word: string) =>
  Array.from({ length: count }, (_item, index) => `${word} ${index}.`).join(' ');
const context: BookContext = {
  book: {
    id: 'b',
    title: 'Ink',
    genre: 'fantasy',
    subgenre: '',
    targetAudience: 'Adults',
    synopsis: 'A bear writes.',
    outline: 'First he learns. Then Mara Vell reads.',
    language: 'EN',
  },
  chapter: { id: 'c3', chapterNumber: 3, title: 'Snow', description: 'It snows.', keyPoints: ['cold'] },
  earlierChapters: [
    { id: 'c1', chapterNumber: 1, title: 'One', content: sentences(40, 'First') },
    { id: 'c2', chapterNumber: 2, title: 'Two', content: 'x'.repeat(149_000) },
  ],
  inFull: new Set(),
  style: unknownStyle,
  withoutNames: false,
};
const textOf = (chosen: BookContext, id: string) => contextParts(chosen).find((part) => part.id === id)?.text;

describe('contextParts', () => {
  it('orders parts from stable to volatile and counts their words', () => {
    expect(contextParts(context).map(({ id }) => id)).toEqual([
      'book',
      'synopsis',
      'outline',
      'chapter:c1',
      'chapter:c2',
      'names',
      'plan',
    ]);
    expect(contextParts(context).find(({ id }) => id === 'synopsis')?.words).toBe(3);
  });

  it('contains pinned chapters in full, and summaries of the others', () => {
    expect(textOf(context, 'chapter:c1')).toBe('First 0. First 1. … First 38. First 39.');
    expect(textOf(applyContextChoice(context, { pin: ['chapter:c1'] }), 'chapter:c1')).toBe(sentences(40, 'First'));
  });

  it('contains pinned chapters in full only up to the limit', () => {
    const both = applyContextChoice(
      {
        ...context,
        earlierChapters: [
          ...context.earlierChapters,
          { id: 'c9', chapterNumber: 2, title: 'Nine', content: 'y'.repeat(2000) },
        ],
      },
      { pin: ['chapter:c2', 'chapter:c9'] },
    );
    expect([textOf(both, 'chapter:c2')?.length, textOf(both, 'chapter:c9')?.length]).toEqual([149_000, 600]);
  });

  it('omits excluded parts', () => {
    const chosen = applyContextChoice(context, { exclude: ['synopsis', 'chapter:c2', 'plan', 'book'] });
    expect(contextParts(chosen).map(({ id }) => id)).toEqual(['book', 'outline', 'chapter:c1', 'names', 'plan']);
    expect(textOf(chosen, 'plan')).toBe('Chapter 3: Snow');
  });
});
