import type { Limit, LimitName } from '@inkbear/contracts/ai/limit';
import { type Entitlement, limits, plans } from '@inkbear/contracts/plans';
import { countWords } from '@inkbear/prose/word-count';
import type { Task, TaskKind } from '../generations/task.ts';

/** What a call is about; absent ids are null. */
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

/** A counter with its ceiling; `key` holds the period, so a new month is a new counter. */
export interface LimitRule {
  readonly limit: LimitName;
  readonly key: string;
  readonly max: number | null;
  readonly resetsAt: string | null;
}

const month = (now: Date): string => now.toISOString().slice(0, 7);
export const day = (now: Date): string => now.toISOString().slice(0, 10);
export const nextMonth = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

export const canUseCoach = (entitlement: Entitlement): boolean =>
  entitlement.isActive && plans[entitlement.plan].coachingPerMonth > 0;

const ideas = ({ userId }: Scope, entitlement: Entitlement, now: Date): LimitRule => ({
  limit: 'ideas',
  key: `user:${userId}:ideas:${month(now)}`,
  max: entitlement.isActive ? plans[entitlement.plan].ideaCallsPerMonth : plans.free.ideaCallsPerMonth,
  resetsAt: nextMonth(now),
});
const coaching = ({ userId }: Scope, entitlement: Entitlement, now: Date): LimitRule => ({
  limit: 'coaching',
  key: `user:${userId}:coaching:${month(now)}`,
  max: canUseCoach(entitlement) ? plans[entitlement.plan].coachingPerMonth : 0,
  resetsAt: nextMonth(now),
});
const ofBook = (limit: LimitName, bookId: string, max: number): LimitRule => ({
  limit,
  key: `book:${bookId}:${limit}`,
  max,
  resetsAt: null,
});
const ofStory = (limit: LimitName, storyId: string, max: number): LimitRule => ({
  limit,
  key: `story:${storyId}:${limit}`,
  max,
  resetsAt: null,
});
const ofChapter = (limit: LimitName, chapterId: string, max: number): LimitRule => ({
  limit,
  key: `chapter:${chapterId}:${limit}`,
  max,
  resetsAt: null,
});

export const bookWords = (bookId: string): LimitRule => ofBook('book.words', bookId, limits.aiWordsPerBook);

/** The counters that one call raises by one. Selections of a chapter, options, and tone and length of a story are fair use. */
export function rulesFor(
  task: { kind: TaskKind; isSelection?: boolean },
  scope: Scope,
  entitlement: Entitlement,
  now: Date,
): LimitRule[] {
  const { bookId, chapterId, storyId } = scope;
  switch (task.kind) {
    case 'generate':
      return chapterId ? [ofChapter('chapter.generate', chapterId, limits.perChapter.generate)] : [];
    case 'rewrite':
    case 'expand':
    case 'tone':
    case 'extend':
      return chapterId && !task.isSelection ? [ofChapter('chapter.edit', chapterId, limits.perChapter.edit)] : [];
    case 'polish':
      return chapterId ? [ofChapter('chapter.polish', chapterId, limits.perChapter.polish)] : [];
    case 'options':
      return [];
    case 'titles':
      return [ideas(scope, entitlement, now), ...(bookId ? [ofBook('book.title', bookId, limits.perBook.title)] : [])];
    case 'outline':
      return [
        ideas(scope, entitlement, now),
        ...(bookId ? [ofBook('book.outline', bookId, limits.perBook.outline)] : []),
      ];
    case 'quiz':
      return [ideas(scope, entitlement, now)];
    case 'coach':
      return [coaching(scope, entitlement, now)];
    case 'story-generate':
      return storyId ? [ofStory('story.generate', storyId, limits.perStory.generate)] : [];
    case 'story-enhance':
      return storyId ? [ofStory('story.enhance', storyId, limits.perStory.enhance)] : [];
    case 'story-polish':
      return storyId ? [ofStory('story.polish', storyId, limits.perStory.polish)] : [];
    case 'story-tone':
    case 'story-length':
      return [];
  }
}

/** How many words a call asks AI to write into its book; tools beside the text write none. */
export function wordsOf(task: Task): number {
  switch (task.kind) {
    case 'generate':
      return task.targetWords;
    case 'extend':
      return task.additionalWords;
    case 'rewrite':
    case 'tone':
    case 'polish':
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
    // The 80,000 words are those of a book.
    case 'story-generate':
    case 'story-enhance':
    case 'story-polish':
    case 'story-tone':
    case 'story-length':
      return 0;
  }
}

/** Everything a page shows before a click. */
export function rulesToShow(scope: Scope, entitlement: Entitlement, now: Date): LimitRule[] {
  const { bookId, chapterId, storyId } = scope;
  return [
    ideas(scope, entitlement, now),
    coaching(scope, entitlement, now),
    ...(bookId
      ? [
          ofBook('book.title', bookId, limits.perBook.title),
          ofBook('book.outline', bookId, limits.perBook.outline),
          bookWords(bookId),
        ]
      : []),
    ...(chapterId
      ? [
          ofChapter('chapter.generate', chapterId, limits.perChapter.generate),
          ofChapter('chapter.edit', chapterId, limits.perChapter.edit),
          ofChapter('chapter.polish', chapterId, limits.perChapter.polish),
        ]
      : []),
    ...(storyId
      ? [
          ofStory('story.generate', storyId, limits.perStory.generate),
          ofStory('story.enhance', storyId, limits.perStory.enhance),
          ofStory('story.polish', storyId, limits.perStory.polish),
        ]
      : []),
  ];
}

export const presentLimit = ({ limit, max, resetsAt }: LimitRule, used: number): Limit => ({
  limit,
  used,
  max,
  resetsAt,
});

const count = (number: number): string => number.toLocaleString('en-GB');
const names: Readonly<Record<LimitName, string>> = {
  ideas: 'title, quiz and outline calls of this month',
  coaching: 'questions of your monthly coaching limit',
  'book.title': 'title generations of this book',
  'book.outline': 'outline generations of this book',
  'book.words': 'words that AI may write for this book',
  'chapter.generate': 'chapter generation of this chapter',
  'chapter.edit': 'whole-chapter edits of this chapter',
  'chapter.polish': 'polishes of this chapter',
  'story.generate': 'generation of this story',
  'story.enhance': 'enhancements of this story',
  'story.polish': 'polishes of this story',
};

/** Which limit, and when it resets, if it does; of words also how many are left when they are too few. */
export function limitMessage({ limit, max, resetsAt }: LimitRule, left = 0, asked = 1): string {
  if (left > 0)
    return `AI may write ${count(max ?? 0)} words for one book. ${count(left)} of them are left, and this asks for ${count(asked)}.`;
  const many = count(max ?? 0);
  const what = max === 1 ? `the one ${names[limit]}` : `all ${many} ${names[limit]}`;
  return resetsAt
    ? `You have used ${what}. It resets on ${new Date(resetsAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })}.`
    : `You have used ${what}.`;
}
