import { type Word, wordsOf } from '../words.ts';
import { findLeftovers } from './find-leftovers.ts';
import { findRepetitions } from './find-repetitions.ts';
import { PhraseIndex } from './phrase-index.ts';
import { type ScanFinding, type ScanGroup, scanLimits, type ScanRange } from './scan-finding.ts';

/** The lists of phrases, in lower case and without punctuation marks. */
export interface Phrases {
  readonly leftovers: readonly { readonly rule: string; readonly phrases: readonly string[] }[];
  /** Phrases that AI uses far more often than authors do. */
  readonly aiPhrases: readonly string[];
}

/**
 * The rate from which on the AI phrases in a chapter, counted together, are reported: in 1,000 words, and as a multiple
 * of the author's own rate.
 */
const aiPhraseRate = { perThousand: 3, timesOwnRate: 3 } as const;

interface Scan {
  /** The texts of the chapters in order. */
  readonly chapters: readonly string[];
  readonly phrases: Phrases;
  /** How often the author uses AI phrases: times in 1,000 words that were typed. 0 if nothing is known. */
  readonly ownAiPhraseRate?: number;
}

/**
 * Scans a book for texts that are not part of the story, for phrases that AI overuses, and for repetitions. Findings of
 * a group are ordered by their first place. Takes time proportional to the length of the book.
 */
export function scanBook({ chapters, phrases, ownAiPhraseRate = 0 }: Scan): ScanFinding[] {
  const words = chapters.map(wordsOf);
  return [
    ...scanLeftovers(chapters, words, phrases),
    ...scanAiPhrases(chapters, words, { aiPhrases: phrases.aiPhrases, ownAiPhraseRate }),
    ...scanRepetitions(chapters, words),
  ];
}

function scanLeftovers(
  chapters: readonly string[],
  words: readonly (readonly Word[])[],
  { leftovers }: Phrases,
): ScanFinding[] {
  const indexes = leftovers.map(({ rule, phrases }) => ({ rule, index: new PhraseIndex(phrases) }));
  const findings = chapters.flatMap((text, chapter) =>
    findLeftovers(text, words[chapter] ?? [], indexes).map(({ rule, place }) =>
      toFinding(chapters, { group: 'leak', rule, places: [{ chapter, ...place }] }),
    ),
  );
  return findings.slice(0, scanLimits.findings);
}

/** Phrases of AI are counted together, chapter by chapter, because each phrase alone is ordinary English. */
function scanAiPhrases(
  chapters: readonly string[],
  words: readonly (readonly Word[])[],
  { aiPhrases, ownAiPhraseRate }: { readonly aiPhrases: readonly string[]; readonly ownAiPhraseRate: number },
): ScanFinding[] {
  const index = new PhraseIndex(aiPhrases);
  const minimum = Math.max(aiPhraseRate.perThousand, aiPhraseRate.timesOwnRate * ownAiPhraseRate);
  return words.flatMap((ofChapter, chapter) => {
    const places = index.find(ofChapter).map(({ first, end }) => placeOf(ofChapter, { chapter, first, end }));
    const isFrequent = places.length >= 3 && (places.length * 1000) / ofChapter.length >= minimum;
    return isFrequent ? [toFinding(chapters, { group: 'tell', rule: 'tells', places })] : [];
  });
}

function scanRepetitions(chapters: readonly string[], words: readonly (readonly Word[])[]): ScanFinding[] {
  return findRepetitions(words)
    .map(({ rule, length, ngrams }) => {
      const places = ngrams.map(({ chapter, first }) =>
        placeOf(words[chapter] ?? [], { chapter, first, end: first + length }),
      );
      return toFinding(chapters, { group: 'repetition', rule, places });
    })
    .sort(byFirstPlace)
    .slice(0, scanLimits.findings);
}

const placeOf = (
  words: readonly Word[],
  { chapter, first, end }: { readonly chapter: number; readonly first: number; readonly end: number },
): ScanRange => ({ chapter, from: words[first]?.from ?? 0, to: words[end - 1]?.to ?? 0 });

const byFirstPlace = ({ places: [one] }: ScanFinding, { places: [other] }: ScanFinding): number =>
  (one?.chapter ?? 0) - (other?.chapter ?? 0) || (one?.from ?? 0) - (other?.from ?? 0);

function toFinding(
  chapters: readonly string[],
  { group, rule, places }: { readonly group: ScanGroup; readonly rule: string; readonly places: readonly ScanRange[] },
): ScanFinding {
  const [first] = places;
  const text = first ? (chapters[first.chapter] ?? '').slice(first.from, first.to) : '';
  return {
    group,
    rule,
    quote: text.slice(0, scanLimits.quote).toWellFormed(),
    count: places.length,
    places: places.slice(0, scanLimits.places),
  };
}

/** How often a text that the author typed uses AI phrases: times in 1,000 words; 0 for an empty text. */
export function measureAiPhraseRate(text: string, { aiPhrases }: Pick<Phrases, 'aiPhrases'>): number {
  const words = wordsOf(text);
  return words.length === 0 ? 0 : (new PhraseIndex(aiPhrases).find(words).length * 1000) / words.length;
}
