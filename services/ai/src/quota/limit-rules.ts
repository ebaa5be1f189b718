import type { LimitName } from '@inkbear/contracts/ai/limit';
import { type Entitlement, limits, plans } from '@inkbear/contracts/plans';
import { countWords } from '@inkbear/prose/word-count';
import { isStoryTask } from '../generations/story-task.ts';
import type { Task, TaskKind } from '../generations/task.ts';

/** The user of a call, and the book, chapter or story that it is about. Absent ids are null. */
export interface Scope {
  readonly userId: string;
  readonly bookId: string | null;
  readonly chapterId: string | null;
  readonly storyId: string | null;
}

export const scopeOf = (userId: string, ids: Partial<Omit<Scope, 'userId'>> = {}): Scope => ({
  userId,
  bookId: ids.bookId ?? null,
  chapterId: ids.chapterId ?? null,
  storyId: ids.storyId ?? null,
});

/** A usage counter and its maximum. */
export interface LimitRule {
  readonly limit: LimitName;
  /** Id of the counter's row. Contains the month where the limit is monthly, so each month has its own counter. */
  readonly key: string;
  /** Null: unlimited. */
  readonly max: number | null;
  /** ISO date; null for a limit that never resets. */
  readonly resetsAt: string | null;
}

// Months and days are those of UTC.
const monthOf = (now: Date): string => now.toISOString().slice(0, 7);
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
export const startOfNextMonth = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
export const startOfNextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

export const canUseCoach = (entitlement: Entitlement): boolean =>
  entitlement.isActive && plans[entitlement.plan].coachingPerMonth > 0;

const ideasLimit = ({ userId }: Scope, entitlement: Entitlement, now: Date): LimitRule => ({
  limit: 'ideas',
  key: `user:${userId}:ideas:${monthOf(now)}`,
  max: entitlement.isActive ? plans[entitlement.plan].ideaCallsPerMonth : plans.free.ideaCallsPerMonth,
  resetsAt: startOfNextMonth(now),
});
const coachingLimit = ({ userId }: Scope, entitlement: Entitlement, now: Date): LimitRule => ({
  limit: 'coaching',
  key: `user:${userId}:coaching:${monthOf(now)}`,
  max: canUseCoach(entitlement) ? plans[entitlement.plan].coachingPerMonth : 0,
  resetsAt: startOfNextMonth(now),
});
const bookLimit = (limit: LimitName, bookId: string, max: number): LimitRule => ({
  limit,
  key: `book:${bookId}:${limit}`,
  max,
  resetsAt: null,
});
const storyLimit = (limit: LimitName, storyId: string, max: number): LimitRule => ({
  limit,
  key: `story:${storyId}:${limit}`,
  max,
  resetsAt: null,
});
const chapterLimit = (limit: LimitName, chapterId: string, max: number): LimitRule => ({
  limit,
  key: `chapter:${chapterId}:${limit}`,
  max,
  resetsAt: null,
});

export const bookWordsLimit = (bookId: string): LimitRule => bookLimit('book.words', bookId, limits.aiWordsPerBook);

interface LimitContext {
  readonly scope: Scope;
  readonly entitlement: Entitlement;
  readonly now: Date;
}
type RulesOf = (context: LimitContext, isSelection: boolean) => LimitRule[];

const noRules: RulesOf = () => [];
const chapterEditRule: RulesOf = ({ scope: { chapterId } }, isSelection) =>
  chapterId && !isSelection ? [chapterLimit('chapter.edit', chapterId, limits.perChapter.edit)] : [];
const storyRule =
  (limit: LimitName, max: number): RulesOf =>
  ({ scope: { storyId } }) =>
    storyId ? [storyLimit(limit, storyId, max)] : [];

const rulesByKind: Readonly<Record<TaskKind, RulesOf>> = {
  generate: ({ scope: { chapterId } }) =>
    chapterId ? [chapterLimit('chapter.generate', chapterId, limits.perChapter.generate)] : [],
  rewrite: chapterEditRule,
  expand: chapterEditRule,
  tone: chapterEditRule,
  instruct: chapterEditRule,
  extend: chapterEditRule,
  polish: ({ scope: { chapterId } }) =>
    chapterId ? [chapterLimit('chapter.polish', chapterId, limits.perChapter.polish)] : [],
  options: noRules,
  titles: ({ scope, entitlement, now }) => [
    ideasLimit(scope, entitlement, now),
    ...(scope.bookId ? [bookLimit('book.title', scope.bookId, limits.perBook.title)] : []),
  ],
  outline: ({ scope, entitlement, now }) => [
    ideasLimit(scope, entitlement, now),
    ...(scope.bookId ? [bookLimit('book.outline', scope.bookId, limits.perBook.outline)] : []),
  ],
  quiz: ({ scope, entitlement, now }) => [ideasLimit(scope, entitlement, now)],
  coach: ({ scope, entitlement, now }) => [coachingLimit(scope, entitlement, now)],
  'story-generate': storyRule('story.generate', limits.perStory.generate),
  'story-enhance': storyRule('story.enhance', limits.perStory.enhance),
  'story-polish': storyRule('story.polish', limits.perStory.polish),
  'story-tone': noRules,
  'story-length': noRules,
};

/**
 * The counters that one call raises by one. Edits of a selection, versions of a passage, and changes of a story's tone
 * or length have no counter: only the daily token ceilings limit them.
 */
export function rulesFor(
  task: { kind: TaskKind; isSelection?: boolean },
  scope: Scope,
  entitlement: Entitlement,
  now: Date,
): LimitRule[] {
  return rulesByKind[task.kind]({ scope, entitlement, now }, task.isSelection ?? false);
}

/** The words that a call requests for its book. Ideas and coaching request none, and stories belong to no book. */
export function requestedWords(task: Task): number {
  if (isStoryTask(task)) return 0;
  switch (task.kind) {
    case 'generate':
      return task.targetWords;
    case 'extend':
      return task.additionalWords;
    case 'rewrite':
    case 'tone':
    case 'polish':
    case 'instruct':
      return countWords(task.content);
    case 'expand':
      return countWords(task.content) * 2;
    case 'options':
      return countWords(task.selectedText) * task.count;
    case 'titles':
    case 'outline':
    case 'quiz':
    case 'coach':
      return 0;
  }
}

/** All limits of a scope, for whichever call comes next. Pages show them before the author clicks. */
export function visibleRules(scope: Scope, entitlement: Entitlement, now: Date): LimitRule[] {
  const { bookId, chapterId, storyId } = scope;
  return [
    ideasLimit(scope, entitlement, now),
    coachingLimit(scope, entitlement, now),
    ...(bookId
      ? [
          bookLimit('book.title', bookId, limits.perBook.title),
          bookLimit('book.outline', bookId, limits.perBook.outline),
          bookWordsLimit(bookId),
        ]
      : []),
    ...(chapterId
      ? [
          chapterLimit('chapter.generate', chapterId, limits.perChapter.generate),
          chapterLimit('chapter.edit', chapterId, limits.perChapter.edit),
          chapterLimit('chapter.polish', chapterId, limits.perChapter.polish),
        ]
      : []),
    ...(storyId
      ? [
          storyLimit('story.generate', storyId, limits.perStory.generate),
          storyLimit('story.enhance', storyId, limits.perStory.enhance),
          storyLimit('story.polish', storyId, limits.perStory.polish),
        ]
      : []),
  ];
}
