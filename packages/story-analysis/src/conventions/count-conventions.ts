import { readSentences } from '../extract/story-tokens.ts';
import type { Token } from '../extract/token.ts';
import { lowerAt, wordList, wordMap } from '../extract/word-list.ts';
import { dialectOf } from './dialect-words.ts';
import { baseForms, innerForms, pastForms, presentForms } from './verb-forms.ts';

/** How often a text shows each convention. Pronouns and verbs count outside direct speech only. */
export interface ConventionCounts {
  /** “I”, “we”. */
  readonly first: number;
  /** “you”. */
  readonly second: number;
  /** “he”, “she”, “they”. */
  readonly third: number;
  readonly past: number;
  readonly present: number;
  readonly british: number;
  readonly american: number;
  /** Paragraphs by how their first direct speech is marked. */
  readonly double: number;
  readonly single: number;
  readonly guillemets: number;
  readonly dash: number;
  /**
   * How often each name is the subject of a verb of thought or feeling, most frequent first, to detect the
   * point-of-view character. This object is stored for each chapter, so its names cannot change.
   */
  readonly thinkers: readonly (readonly [name: string, times: number])[];
}

/** How many names are kept for a text. */
const maxThinkers = 8;
/** UTF-16 units of a name. */
const maxNameLength = 60;

const persons = wordMap({
  i: 'first',
  we: 'first',
  you: 'second',
  he: 'third',
  she: 'third',
  they: 'third',
} as const);
const afterPlural = wordList('i we you they');

/** Counts what shows how a text is written. Takes time proportional to its length. */
export function countConventions(text: string): ConventionCounts {
  const counts = { first: 0, second: 0, third: 0, past: 0, present: 0, british: 0, american: 0 };
  const marks = { double: 0, single: 0, guillemets: 0, dash: 0 };
  const thinkers = new Map<string, number>();
  let paragraph = -1;
  for (const sentence of readSentences(text)) {
    const { tokens } = sentence;
    const mark = sentence.paragraph === paragraph ? null : markOf(tokens);
    if (mark) {
      marks[mark] += 1;
      // Later speech of the same paragraph is marked alike, so it would only make long paragraphs count more.
      paragraph = sentence.paragraph;
    }
    for (const [at, token] of tokens.entries()) {
      const dialect = token.isCapital ? undefined : dialectOf.get(token.lower);
      if (dialect) counts[dialect] += 1;
      if (token.isSpoken) continue;
      const person = persons.get(token.lower);
      if (person) counts[person] += 1;
      if (isPresent(tokens, at)) counts.present += 1;
      else if (pastForms.has(token.lower)) counts.past += 1;
      const name = innerForms.has(token.lower) ? nameBefore(tokens, at) : null;
      if (name !== null) thinkers.set(name, (thinkers.get(name) ?? 0) + 1);
    }
  }
  return { ...counts, ...marks, thinkers: [...thinkers].sort(([, a], [, b]) => b - a).slice(0, maxThinkers) };
}

const isPresent = (tokens: readonly Token[], at: number): boolean => {
  const word = lowerAt(tokens, at);
  return presentForms.has(word) || (baseForms.has(word) && afterPlural.has(lowerAt(tokens, at - 1)));
};

/** The name directly before a verb, “Mara” or “Mara Venn”; null for pronouns and other words. */
function nameBefore(tokens: readonly Token[], at: number): string | null {
  let from = at;
  while (isNameWord(tokens[from - 1])) from -= 1;
  const name = tokens
    .slice(from, at)
    .map(({ text }) => text)
    .join(' ');
  return name === '' || name.length > maxNameLength ? null : name;
}

/** A pronoun at the beginning of a sentence has a capital, too. */
const isNameWord = (token: Token | undefined): boolean =>
  token !== undefined && token.isCapital && !token.isSpoken && !pronouns.has(token.lower);
const pronouns = wordList('i we you he she they it who nobody everybody everyone someone somebody');

const openings = new Map<string, 'double' | 'single' | 'guillemets' | 'dash'>([
  ['“', 'double'],
  ['"', 'double'],
  ['„', 'double'],
  ['‘', 'single'],
  ["'", 'single'],
  ['«', 'guillemets'],
  ['—', 'dash'],
  ['–', 'dash'],
  ['―', 'dash'],
]);

/** The mark before the first spoken word of a sentence; null when it has none. */
function markOf(tokens: readonly Token[]): 'double' | 'single' | 'guillemets' | 'dash' | null {
  const first = tokens.findIndex(({ isSpoken }) => isSpoken);
  return first < 1 ? null : (openings.get(tokens[first - 1]?.text ?? '') ?? null);
}
