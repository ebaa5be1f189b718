import type { LimitName } from '@inkbear/contracts/ai/limit';
import type { LimitRule } from './limit-rules.ts';

const formatCount = (value: number): string => value.toLocaleString('en-GB');
const limitLabels: Readonly<Record<LimitName, string>> = {
  ideas: 'title, quiz and outline requests for this month',
  coaching: 'questions of your monthly coaching limit',
  'book.title': 'title generations for this book',
  'book.outline': 'outline generations for this book',
  'book.words': 'words that AI may write for this book',
  'chapter.generate': 'generation of this chapter',
  'chapter.edit': 'whole-chapter edits for this chapter',
  'chapter.polish': 'polishes for this chapter',
  'story.generate': 'generation of this story',
  'story.enhance': 'enhancements for this story',
  'story.polish': 'polishes for this story',
};

/**
 * The message for a reached limit: which limit it is and when it resets. While some words are left, the message gives
 * their number and the number requested.
 */
export function limitMessage({ limit, max, resetsAt }: LimitRule, remaining = 0, requested = 1): string {
  const total = formatCount(max ?? 0);
  if (remaining > 0)
    return (
      `AI may write ${total} words for one book. ` +
      `${formatCount(remaining)} of them are left, and this request needs ${formatCount(requested)}.`
    );
  const used = max === 1 ? `the one ${limitLabels[limit]}` : `all ${total} ${limitLabels[limit]}`;
  if (!resetsAt) return `You have used ${used}.`;
  const day = new Date(resetsAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return `You have used ${used}. The limit resets on ${day}.`;
}
