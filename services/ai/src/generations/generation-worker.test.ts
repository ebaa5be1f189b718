import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { ProblemError } from '@inkbear/service-kit/problem';
import { defaultBudgets } from '../context/budgets.ts';
import { GenerationWorker } from './generation-worker.ts';
import type { BookContext, RewriteTask } from './task.ts';

const context: BookContext = {
  book: {
    id: 'b1',
    title: 'The Lamplighter',
    genre: 'general',
    subgenre: '',
    targetAudience: '',
    synopsis: '',
    outline: '',
    language: 'EN',
  },
  chapter: { id: 'c1', chapterNumber: 1, title: 'One', description: '', keyPoints: [], beats: [] },
  earlierChapters: [],
  fullTextChapterIds: new Set(),
  style: unknownStyle,
  entries: [],
  pinnedEntries: new Set<string>(),
  arePassagesExcluded: false,
  isPlanExcluded: false,
};
/** Long enough to run in the worker thread. */
const polish: RewriteTask = {
  kind: 'polish',
  context,
  content: 'She went home again. '.repeat(2500),
  option: null,
  isSelection: false,
  around: null,
};
const refused = ['ai.too_busy', 503, '3'];

describe('GenerationWorker', () => {
  let worker: GenerationWorker;
  /** The users whose tasks were answered, in order. */
  let answered: string[];
  beforeEach(() => {
    worker = new GenerationWorker(defaultBudgets);
    answered = [];
  });
  afterEach(async () => await worker.close());
  const answer = async (owner: string): Promise<unknown> => {
    try {
      const text = await worker.answerOffline(polish, 0, { owner });
      answered.push(owner);
      return text.length > 0;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return [error.code, error.status, error.headers['Retry-After']];
    }
  };
  const answerMany = (owner: string, count: number) => Array.from({ length: count }, () => answer(owner));

  it('serves another user while one user exceeds the share of 8 waiting tasks', async () => {
    const flood = answerMany('flooding', 24);
    const other = answer('other');
    expect(await other).toBe(true);
    expect(await Promise.all(flood)).toEqual([
      ...Array.from({ length: 9 }, () => true),
      ...Array.from({ length: 15 }, () => refused),
    ]);
    expect(answered.indexOf('other')).toBe(1);
  });

  it('lets 64 tasks of all users wait, and refuses further ones with Retry-After', async () => {
    const users = Array.from({ length: 10 }, (_one, index) => `user-${index}`);
    const answers = await Promise.all(users.flatMap((user) => answerMany(user, 8)));
    expect(answers).toEqual([...Array.from({ length: 65 }, () => true), ...Array.from({ length: 15 }, () => refused)]);
  });
});
