import type { Phrase } from './phrase-types.ts';
import type { TaggedWord } from './tagged-words.ts';
import { lowerAt, wordList } from './word-list.ts';

const hypothetical = wordList(
  'if unless whether suppose supposing imagine imagined imagining pretend pretended pretending wish wished wishes dream dreamed dreamt dreams dreaming nightmare lest otherwise hypothetically rumour rumoured rumored allegedly supposedly',
);
const comparing = wordList('like than');
/** What somebody says or believes may be wrong. */
const unsure = wordList(
  'think believe say claim tell suppose guess assume expect hope fear suspect doubt insist suggest swear ask wonder imagine fancy hear lie argue promise declare maintain seem appear pretend deny refuse look want',
);
const endsSimile = wordList(', ; : . — – and');
const endsClause = wordList('; : . ! ? — –');

/**
 * Whether what stands at a word is only a question, a condition, a comparison, a dream, or what somebody says or
 * believes without direct speech.
 */
export function isNonFactualAt(phrases: readonly Phrase[], words: readonly TaggedWord[]): (at: number) => boolean {
  const isNonFactual = new Uint8Array(words.length);
  let [isSimile, isInHypotheticalClause] = [false, false];
  for (let at = 0; at < words.length; at += 1) {
    const lower = lowerAt(words, at);
    isInHypotheticalClause = isHypothetical(words, at) || (isInHypotheticalClause && !endsClause.has(lower));
    isSimile = beginsSimile(words, at) || (isSimile && !endsSimile.has(lower));
    if (isSimile || isInHypotheticalClause) isNonFactual[at] = 1;
    if (isHypothetical(words, at) && isFirstWord(words, at)) isNonFactual.fill(1);
  }
  if (isInvertedCondition(words)) isNonFactual.fill(1);
  markQuestions(isNonFactual, words);
  markReports(phrases, isNonFactual);
  return (at) => isNonFactual[at] === 1;
}

const isHypothetical = (words: readonly TaggedWord[], at: number): boolean =>
  hypothetical.has(lowerAt(words, at)) ||
  (lowerAt(words, at) === 'as' && /^(?:if|though)$/.test(lowerAt(words, at + 1)));

/** “Had Mara been born in Harrow, …” */
const isInvertedCondition = ([first, second]: readonly TaggedWord[]): boolean =>
  first?.lower === 'had' && second !== undefined && (second.name !== null || second.pos === 'PRON');

function beginsSimile(words: readonly TaggedWord[], at: number): boolean {
  const lower = lowerAt(words, at);
  return lower === 'as' ? isComparison(words, at) : comparing.has(lower) && words[at]?.pos !== 'VERB';
}

const isFirstWord = (words: readonly TaggedWord[], at: number): boolean =>
  at < 5 && words.slice(0, at).filter(({ pos }) => pos !== 'PUNCT').length < 3;

/** “as tall as Tom”, but not “as a baker”. */
const isComparison = (words: readonly TaggedWord[], at: number): boolean => {
  const next = words[at + 1];
  return words[at - 1]?.pos === 'ADJ' || (next?.pos === 'ADJ' && words[at + 2]?.lower === 'as');
};

/** Marks each question, from the end of the sentence before it. */
function markQuestions(isNonFactual: Uint8Array, words: readonly TaggedWord[]): void {
  let from = 0;
  for (const [at, { lower }] of words.entries()) {
    if (lower === '?') isNonFactual.fill(1, from, at);
    if (/^[.!?]$/.test(lower)) from = at + 1;
  }
}

/** “Tom said that Mara was dead”: from the verb to the next mark nothing is certain. */
function markReports(phrases: readonly Phrase[], isNonFactual: Uint8Array): void {
  let isReport = false;
  for (const phrase of phrases) {
    if (phrase.kind === 'mark') isReport = false;
    if (isReport) isNonFactual.fill(1, phrase.from, phrase.to);
    if (phrase.kind === 'verb' && unsure.has(phrase.lemma)) isReport = true;
  }
}
