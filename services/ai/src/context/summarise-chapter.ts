import { type SummaryLevel, summaryTokens } from '@inkbear/contracts/ai/summary';
import type { ParsedChapter } from './parsed-chapter.ts';
import type { CountTokens } from './count-tokens.ts';

/** A sentence with fewer or more content words scores 0. */
const [minWords, maxWords] = [3, 25];

/**
 * The sentences of a chapter that say most about it, in their order, up to a number of tokens. The same text gives the
 * same summary. Empty when no sentence is short enough.
 */
export function summariseChapter(parsed: ParsedChapter, level: SummaryLevel, countTokens: CountTokens): string {
  const cached = summaries.get(parsed) ?? new Map<SummaryLevel, string>();
  summaries.set(parsed, cached);
  const summary = cached.get(level) ?? summarise(parsed, level, countTokens);
  cached.set(level, summary);
  return summary;
}

const summaries = new WeakMap<ParsedChapter, Map<SummaryLevel, string>>();

function summarise(parsed: ParsedChapter, level: SummaryLevel, countTokens: CountTokens): string {
  const limit = summaryTokens[level];
  const scores = scoreSentences(parsed);
  const order = scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const selected: number[] = [];
  let tokens = 0;
  for (const index of order.slice(0, maxTried)) {
    const { text = '' } = parsed.sentences[index] ?? {};
    if (text.length > maxLength) continue;
    const length = countTokens(text) + 1;
    if (tokens + length > limit) continue;
    selected.push(index);
    tokens += length;
  }
  return selected
    .sort((a, b) => a - b)
    .map((index) => parsed.sentences[index]?.text ?? '')
    .join(' ');
}

/** How many of the best sentences are tried; more of them never fit. */
const maxTried = 60;
/** Longer sentences never fit. In UTF-16 units. */
const maxLength = 2500;

/** Scores sentences by the frequency of their words in the chapter, and higher at its beginning and its end. */
function scoreSentences({ sentences, frequencies }: ParsedChapter): number[] {
  return sentences.map(({ text, words }, index) => {
    if (words.size < minWords || words.size > maxWords) return 0;
    let sum = 0;
    for (const word of words) sum += (frequencies.get(word) ?? 1) - 1;
    const isSpoken = /^["“‘«—–]/.test(text);
    return (sum / Math.sqrt(words.size)) * placeWeight(index, sentences.length) * (isSpoken ? 0.5 : 1);
  });
}

const placeWeight = (index: number, count: number): number => (index < 2 ? 1.5 : index >= count - 2 ? 2 : 1);
