import * as lists from './phrase-words.ts';
import type { VerbGroup } from './phrase-types.ts';
import type { TaggedWord } from './tagged-words.ts';
import { lowerAt } from './word-list.ts';

/** Maximum number of words of a group of auxiliaries and adverbs. */
const maxAuxiliaries = 8;

/** The words before the main verb. `be` and `have` are indexes, −1 when there is none. */
interface Auxiliaries {
  isNegated: boolean;
  isUnreal: boolean;
  hasDo: boolean;
  be: number;
  have: number;
}

/** The verb group that begins at a word, or null. */
export function verbAt(words: readonly TaggedWord[], from: number): VerbGroup | null {
  const auxiliaries: Auxiliaries = { isNegated: false, isUnreal: false, hasDo: false, be: -1, have: -1 };
  let at = from;
  if (lowerAt(words, at) === 'to' && isInfinitive(words[at + 1])) {
    auxiliaries.isUnreal = true;
    at += 1;
  }
  const limit = Math.min(words.length, at + maxAuxiliaries);
  while (at < limit && addAuxiliary(auxiliaries, words, at)) at += 1;
  const main = words[at];
  const isMain = main !== undefined && isMainVerb(words, at, auxiliaries.be >= 0 || auxiliaries.have >= 0);
  return isMain ? withMainVerb(words, from, at, auxiliaries) : auxiliaryAlone(words, from, at, auxiliaries);
}

/** Whether the word belongs to the group and is not yet the main verb. */
function addAuxiliary(auxiliaries: Auxiliaries, words: readonly TaggedWord[], at: number): boolean {
  const { lower, lemma, name, pos } = words[at] as TaggedWord;
  const isForm = pos === 'AUX' || pos === 'VERB' || lower.startsWith("'");
  if (lists.negations.has(lower) || lemma === 'not') auxiliaries.isNegated = true;
  else if (lists.unrealAdverbs.has(lower) || (lists.modals.has(lemma) && name === null)) auxiliaries.isUnreal = true;
  else if (lemma === 'be' && isForm) auxiliaries.be = at;
  else if (lemma === 'have' && isForm) auxiliaries.have = at;
  else if (lemma === 'do' && isBeforeVerb(words[at + 1])) auxiliaries.hasDo = true;
  else return pos === 'ADV' && !lists.prepositions.has(lower);
  return true;
}

const isInfinitive = (word: TaggedWord | undefined): boolean =>
  word?.name === null && (word.pos === 'VERB' || word.pos === 'AUX') && word.lower === word.lemma;

const isBeforeVerb = (word: TaggedWord | undefined): boolean =>
  word !== undefined && (word.lemma === 'not' || word.pos === 'VERB' || word.pos === 'ADV');

function withMainVerb(words: readonly TaggedWord[], from: number, at: number, auxiliaries: Auxiliaries): VerbGroup {
  const { isNegated, isUnreal, be, have, hasDo } = auxiliaries;
  const main = words[at] as TaggedWord;
  const isIng = main.lower.endsWith('ing');
  const isBare = be < 0 && have < 0 && !hasDo && !isUnreal;
  return {
    kind: 'verb',
    from,
    to: at + 1,
    lemma: main.lemma,
    main,
    isNegated,
    isUnreal,
    isPerfect: have >= 0,
    isPassive: be > have && !isIng,
    isParticiple: isBare && (isIng || (lists.participles.has(main.lower) && !isObject(words[at + 1]))),
  };
}

/** “was”, “had”, “has been” without another verb. Adverbs behind it belong to the group. */
function auxiliaryAlone(
  words: readonly TaggedWord[],
  from: number,
  end: number,
  { isNegated, isUnreal, be, have }: Auxiliaries,
): VerbGroup | null {
  const main = words[Math.max(be, have)];
  if (!main) return null;
  return {
    kind: 'verb',
    from,
    to: end,
    lemma: main.lemma,
    main,
    isNegated,
    isUnreal,
    isPerfect: have >= 0 && be > have,
    isPassive: false,
    isParticiple: false,
  };
}

function isMainVerb(words: readonly TaggedWord[], at: number, isAfterAuxiliary: boolean): boolean {
  const { name, pos, lower } = words[at] as TaggedWord;
  if (name) return false;
  if (pos === 'VERB') return !isAdjectiveUse(words, at);
  if (!isAfterAuxiliary) return false;
  return lists.participles.has(lower) || (lower.endsWith('ed') && !/^(?:ADJ|NOUN|PROPN)$/.test(pos));
}

function isAdjectiveUse(words: readonly TaggedWord[], at: number): boolean {
  const lower = lowerAt(words, at);
  if (lower.includes('-')) return true;
  if (lists.adjectiveParticiples.has(lower)) return !isObject(words[at + 1]);
  return lower === 'left' && lowerAt(words, at + 1) === 'hand';
}

/** “Mara led the Order” has an object, “the Order, led by Mara,” has none. */
function isObject(word: TaggedWord | undefined): boolean {
  if (!word) return false;
  const isNominal = word.name !== null || /^(?:ADJ|NOUN|PROPN|NUM)$/.test(word.pos);
  return isNominal || lists.determiners.has(word.lower) || lists.owners.has(word.lower);
}
