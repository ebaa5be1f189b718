import { describe, expect, it } from '@jest/globals';
import { countWords } from '@inkbear/prose/word-count';
import { beatsSchema } from '../generations/parse-reply.ts';
import type { BookContext } from '../generations/task.ts';
import { goldenBooks } from '../testing/golden-books.ts';
import { composePart, planBeats } from './parts.ts';

const context = goldenBooks['a new book'] as BookContext;
const withPlan = (description: string, keyPoints: string[]): BookContext => ({
  ...context,
  chapter: { ...context.chapter, description, keyPoints },
});
const plan = (book: BookContext) =>
  planBeats({
    kind: 'plan-beats',
    context: book,
    chapterTitle: 'The Letter',
    description: '',
    targetWords: 3000,
    enhanced: false,
  });

describe('planBeats', () => {
  it('makes a beat of each point of the plan, in its order', () => {
    expect(plan(withPlan('Mara finds a letter. She reads it.', ['Tomas burns it', 'It snows']))).toEqual([
      { text: 'Mara finds a letter.', words: 750 },
      { text: 'She reads it.', words: 750 },
      { text: 'Tomas burns it.', words: 750 },
      { text: 'It snows.', words: 750 },
    ]);
  });

  it.each([
    ['no plan', context],
    ['one point', withPlan('Mara leaves.', [])],
    [
      'fifty points',
      withPlan(
        '',
        Array.from({ length: 50 }, (_item, index) => `Point ${index} is told`),
      ),
    ],
    ['one endless sentence', withPlan('word '.repeat(2000), [])],
  ])('has a plan that the schema accepts for %s', (_name, book) => {
    expect(beatsSchema.safeParse({ beats: plan(book) }).error).toBeUndefined();
  });
});

describe('composePart', () => {
  it('tells its own part with the characters of the whole plan, in about its words', () => {
    const parts = ['Mara Vell finds a letter in the mill.', 'The letter is burnt by somebody.', 'It snows all night.'];
    const shared = { kind: 'write-part', context, chapterTitle: '', description: '', enhanced: false, parts } as const;
    const write = (index: number) =>
      composePart(
        { ...shared, index, text: parts[index] ?? '', words: 600, povName: null, written: '', copied: null },
        0,
      );
    const second = write(1);
    expect([second.includes('letter is burnt'), second.includes('finds a letter'), second.includes('Mara')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(Math.abs(countWords(second) - 600)).toBeLessThan(90);
    expect(write(2)).not.toBe(second);
  });
});
