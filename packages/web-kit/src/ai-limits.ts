import type { Limit, LimitName } from '@inkbear/contracts/ai/limit';
import { dayAndMonth, formatNumber } from './format.ts';

const findLimit = (limits: readonly Limit[] | undefined, name: LimitName) =>
  limits?.find((each) => each.limit === name);
const scopes = { chapter: 'for this chapter', book: 'for this book', story: 'for this story', month: 'this month' };
/** What a limit applies to: `book.words` applies to this book, a name without a prefix to this month. */
const scopeText = (name: LimitName): string => scopes[name.includes('.') ? (name.split('.')[0] as 'chapter') : 'month'];
const plural = (noun: string) => (noun.endsWith('polish') ? `${noun}es` : `${noun}s`);

/** The remaining uses of a limit as a sentence; null when the limit is unknown. */
export function remainingText(limits: readonly Limit[] | undefined, name: LimitName, noun: string): string | null {
  const limit = findLimit(limits, name);
  if (limit === undefined) return null;
  if (limit.max === null) return `Fair use: no fixed number of ${plural(noun)}.`;
  const remaining = Math.max(0, limit.max - limit.used);
  const reset =
    limit.resetsAt === null
      ? remaining === 0
        ? ' This limit does not reset.'
        : ''
      : ` Resets on ${dayAndMonth(limit.resetsAt, 'UTC')}.`;
  return `${remaining} of ${limit.max} ${limit.max === 1 ? noun : plural(noun)} left ${scopeText(name)}.${reset}`;
}

/** The words that AI may still write for the book, as a sentence; null when unknown. */
export function remainingWordsText(limits: readonly Limit[] | undefined): string | null {
  const words = findLimit(limits, 'book.words');
  if (words === undefined || words.max === null) return null;
  return `${formatNumber(Math.max(0, words.max - words.used))} of ${formatNumber(words.max)} AI words left for this book.`;
}

export const isUsedUp = (limits: readonly Limit[] | undefined, name: LimitName): boolean => {
  const limit = findLimit(limits, name);
  return limit !== undefined && limit.max !== null && limit.used >= limit.max;
};
