import data from './phrases.json' with { type: 'json' };

/** Phrases in lower case with straight apostrophes, without punctuation marks. */
interface ScanPhrases {
  /** The day on which the list was last revised. */
  readonly comparedOn: string;
  /** Phrases that only an AI assistant uses, phrases of our prompts, and placeholders. */
  readonly leftovers: readonly { readonly rule: string; readonly phrases: readonly string[] }[];
  /** Phrases that AI uses far more often than authors do. */
  readonly aiPhrases: readonly string[];
}

export const scanPhrases: ScanPhrases = data;
