import type { ContextPart } from '@inkbear/contracts/ai/context';
import type { ParsedChapter } from './parsed-chapter.ts';
import { contentWords } from './content-words.ts';
import { EntryQuotes } from './entry-quotes.ts';
import type { ScoredEntry } from './entry-scores.ts';
import { type EntryLevel, entryText } from './entry-text.ts';
import type { EntryNameIndex } from './entry-name-index.ts';
import { type ContextPartBuilder, tokensOf } from './context-part-builder.ts';

interface EntryChoice {
  readonly scored: readonly ScoredEntry[];
  readonly chapters: readonly ParsedChapter[];
  readonly named: EntryNameIndex;
  /** The plan of the chapter. */
  readonly plan: string;
  /** In tokens. */
  readonly limit: number;
}

/** The lowest score with which an entry is sent with all its facts and with quotes. */
const fullScore = 20;
const shortScore = 8;

/**
 * The parts of the entries, best score first, each as full as fits. Entries that only the request needs come last and
 * get the remaining tokens, so that all requests of one kind about a chapter have the same parts before them.
 */
export function entryParts(
  { scored, chapters, named, plan, limit }: EntryChoice,
  builder: ContextPartBuilder,
): ContextPart[] {
  const quotes = new EntryQuotes(chapters, named, new Set(contentWords(plan)));
  let remaining = limit;
  const partsOf = (some: readonly ScoredEntry[]): ContextPart[] => {
    // The entries with a full score share the remaining tokens equally, for their quotes.
    const share = remaining / Math.max(1, some.filter(({ score }) => score >= fullScore).length);
    return some.flatMap((one) => {
      const part = fitEntry(one, quotes, { remaining, share: Math.min(remaining, share) }, builder);
      remaining -= tokensOf(part);
      return part;
    });
  };
  const common = partsOf(scored.filter(({ isFromRequest }) => !isFromRequest));
  return [...common, ...partsOf(scored.filter(({ isFromRequest }) => isFromRequest))];
}

const levelsOf = (score: number): readonly EntryLevel[] => {
  if (score >= fullScore) return ['full', 'short', 'name'];
  return score >= shortScore ? ['short', 'name'] : ['name'];
};

/** The fullest version of an entry that fits, with as many sentences of the book as fit its share. */
function fitEntry(
  { entry, score, reason }: ScoredEntry,
  quotes: EntryQuotes,
  { remaining, share }: { readonly remaining: number; readonly share: number },
  builder: ContextPartBuilder,
): ContextPart[] {
  const draft = { id: `entry:${entry.id}`, label: entry.name, reason, canPin: true };
  for (const level of remaining > 0 ? levelsOf(score) : []) {
    const part = builder.make('chosen', { ...draft, text: entryText(entry, level), level });
    if (tokensOf(part) > remaining) continue;
    if (level !== 'full') return part;
    const shown = fitQuotes(quotes.best(entry.id), share - tokensOf(part), builder);
    return builder.make('chosen', { ...draft, text: entryText(entry, level, shown), level });
  }
  return [];
}

/** Tokens of the marks and the line break of a quote. */
const quoteTokens = 3;

function fitQuotes(quotes: readonly string[], limit: number, builder: ContextPartBuilder): string[] {
  const shown: string[] = [];
  let remaining = limit;
  for (const quote of quotes) {
    if (remaining <= 0) break;
    const length = builder.countTokens(quote) + quoteTokens;
    if (length > remaining) continue;
    remaining -= length;
    shown.push(quote);
  }
  return shown;
}
