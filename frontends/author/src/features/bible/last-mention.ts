import type { TextRange } from '@inkbear/prose/text-edit';
import type { MentionIndex } from '@inkbear/story-analysis/mentions/find-mentions';
import type { QuotedPlace } from '../../ui/quote-link.tsx';

/** How much text before a name is searched, in UTF-16 units. */
const maxSearched = 100_000;
/** How much of the sentence around a name is quoted on each side. */
const maxAround = 120;
const sentenceEnd = /[.!?…]+["”’]?|\n/gu;

/** The last sentence before a position with a name that only this entry has; null when there is none. */
export function findLastMention(
  text: string,
  index: Pick<MentionIndex, 'find'>,
  { chapterId, entryId, before }: { readonly chapterId: string; readonly entryId: string; readonly before: number },
): QuotedPlace | null {
  const start = Math.max(0, before - maxSearched);
  const spans = index.find(text.slice(start, before));
  const last = spans.findLast(([, , ids]) => ids.length === 1 && ids[0] === entryId);
  if (!last) return null;
  const { from, to } = sentenceAround(text, { from: start + last[0], to: start + last[1] });
  return { chapterId, from, to, quote: text.slice(from, to) };
}

function sentenceAround(text: string, { from, to }: TextRange): TextRange {
  const begin = Math.max(0, from - maxAround);
  const [before, after] = [text.slice(begin, from), text.slice(to, to + maxAround)];
  const start = [...before.matchAll(sentenceEnd)].at(-1);
  const end = [...after.matchAll(sentenceEnd)][0];
  const first = start ? begin + start.index + start[0].length : begin;
  const last = end ? to + end.index + end[0].length : to + after.length;
  const quote = text.slice(first, last);
  return { from: first + quote.length - quote.trimStart().length, to: first + quote.trimEnd().length };
}
