import { describe, expect, it } from '@jest/globals';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import type { Task, TaskKind } from '../generations/task.ts';
import { limitMessage } from './limit-message.ts';
import { requestedWords, rulesFor, scopeOf } from './limit-rules.ts';

const now = new Date('2026-12-31T23:59:59Z');
const scope = scopeOf('u', { bookId: 'b', chapterId: 'c', storyId: 's' });
const free = freeEntitlement('u');
const pro: Entitlement = { ...free, plan: 'pro_monthly', isActive: true };
const rules = (kind: TaskKind, { entitlement = pro, at = now, isSelection = false } = {}) =>
  rulesFor({ kind, isSelection }, scope, entitlement, at);

describe('rulesFor', () => {
  it.each<[TaskKind, [string, number | null][]]>([
    ['generate', [['chapter.generate', 1]]],
    ['rewrite', [['chapter.edit', 2]]],
    ['expand', [['chapter.edit', 2]]],
    ['tone', [['chapter.edit', 2]]],
    ['extend', [['chapter.edit', 2]]],
    ['polish', [['chapter.polish', 2]]],
    ['options', []],
    [
      'titles',
      [
        ['ideas', null],
        ['book.title', 5],
      ],
    ],
    [
      'outline',
      [
        ['ideas', null],
        ['book.outline', 3],
      ],
    ],
    ['quiz', [['ideas', null]]],
    ['coach', [['coaching', 5]]],
    ['story-generate', [['story.generate', 1]]],
    ['story-enhance', [['story.enhance', 2]]],
    ['story-polish', [['story.polish', 2]]],
    ['story-tone', []],
    ['story-length', []],
  ])('returns for a %s call %j', (kind, expected) => {
    expect(rules(kind).map(({ limit, max }) => [limit, max])).toEqual(expected);
  });

  it('returns no rule for a selection', () => {
    for (const kind of ['rewrite', 'expand', 'tone'] as const) expect(rules(kind, { isSelection: true })).toEqual([]);
  });

  it('allows five ideas a month and no coaching on a free or expired plan', () => {
    for (const entitlement of [free, { ...free, plan: 'pro_oneoff' } as const])
      expect([rules('quiz', { entitlement })[0]?.max, rules('coach', { entitlement })[0]?.max]).toEqual([5, 0]);
  });

  it('uses a new counter each month (UTC), but a single counter for a book', () => {
    const [december, january] = [now, new Date('2027-01-01T00:00:00Z')].map((at) => rules('titles', { at }));
    expect(december?.map(({ resetsAt }) => resetsAt)).toEqual(['2027-01-01T00:00:00.000Z', null]);
    expect([december?.[0]?.key === january?.[0]?.key, december?.[1]?.key === january?.[1]?.key]).toEqual([false, true]);
  });
});

describe('limitMessage', () => {
  it.each([
    [rules('generate')[0], 'You have used the one generation of this chapter.'],
    [rules('rewrite')[0], 'You have used all 2 whole-chapter edits for this chapter.'],
    [
      rules('quiz', { entitlement: free })[0],
      'You have used all 5 title, quiz and outline requests for this month. The limit resets on 1 January.',
    ],
  ])('names the limit and its reset date', (rule, message) => {
    expect(rule && limitMessage(rule)).toBe(message);
  });
});

it('requestedWords returns the words that a call is expected to write', () => {
  const task = (kind: TaskKind, more: object) => requestedWords({ kind, ...more } as Task);
  expect([
    task('generate', { targetWords: 3500 }),
    task('extend', { additionalWords: 1000 }),
    task('rewrite', { content: 'one two' }),
    task('expand', { content: 'one two' }),
    task('options', { selectedText: 'one two', count: 3 }),
    task('titles', {}),
    task('coach', {}),
    task('story-polish', { content: 'one two' }),
  ]).toEqual([3500, 1000, 2, 4, 6, 0, 0, 0]);
});
