import * as lists from './phrase-words.ts';
import type { NounPhrase } from './phrase-types.ts';
import type { TaggedWord } from './tagged-words.ts';
import { lowerAt } from './word-list.ts';

/** Maximum number of words of a phrase, without those after “of”. */
const maxWords = 9;
/** Maximum depth of nested phrases, such as “the captain of Tom's brother's ship”. */
const maxDepth = 3;

interface Opening {
  readonly from: number;
  /** The index after determiner and owner. */
  readonly start: number;
  readonly determiner: string;
  readonly owner: NounPhrase | null;
}

/** The noun phrase that begins at a word, or null. */
export function nounAt(words: readonly TaggedWord[], from: number, depth = maxDepth): NounPhrase | null {
  const first = words[from];
  if (!first || depth === 0) return null;
  const isPlain = first.name === null;
  const isOwner = isPlain && lists.owners.has(first.lower) && beginsNoun(words, from + 1);
  if (isPlain && !isOwner && lists.pronouns.has(first.lower)) return simple(words, from);
  const hasDeterminer = isPlain && lists.determiners.has(first.lower);
  const phrase = bareNoun(words, {
    from,
    start: isOwner || hasDeterminer ? from + 1 : from,
    determiner: hasDeterminer ? first.lower : '',
    owner: isOwner ? simple(words, from) : null,
  });
  return phrase && ownedBy(words, withOf(words, phrase, depth), depth);
}

function simple(words: readonly TaggedWord[], at: number): NounPhrase {
  const head = words[at] as TaggedWord;
  const { name } = head;
  return { kind: 'noun', from: at, to: at + 1, determiner: '', owner: null, modifiers: [], head, name, of: null };
}

function beginsNoun(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  if (!word || !/^(?:ADJ|NOUN|NUM|PROPN|VERB|ADV)$/.test(word.pos) || lists.prepositions.has(word.lower)) return false;
  return bareNoun(words, { from: at, start: at, determiner: '', owner: null }) !== null;
}

/** Adjectives, numbers and nouns up to the last noun. A name after a noun is another phrase: “her brother” “Tom”. */
function bareNoun(words: readonly TaggedWord[], opening: Opening): NounPhrase | null {
  const { from, start, determiner, owner } = opening;
  let head = -1;
  let at = start;
  for (; at < Math.min(words.length, start + maxWords); at += 1) {
    const word = words[at] as TaggedWord;
    if (word.name) {
      if (head < 0 || (word.name.kind !== 'character' && /^an?$/.test(determiner))) head = at;
      if (head !== at || !isNameBeforeNoun(words, at)) break;
    } else if (word.pos === 'NOUN' || word.pos === 'PROPN') head = at;
    else if (!isModifier(words, at, opening, head)) break;
  }
  if (head < 0 && isNominalAdjective(words, at - 1, opening)) head = at - 1;
  const word = words[head];
  if (!word) return null;
  const modifiers = words.slice(start, head).filter(({ pos }) => pos !== 'PUNCT');
  return { kind: 'noun', from, to: head + 1, determiner, owner, modifiers, head: word, name: word.name, of: null };
}

/** “a native”, “the dead”. */
const isNominalAdjective = (words: readonly TaggedWord[], at: number, { start, determiner }: Opening): boolean =>
  at >= start && words[at]?.pos === 'ADJ' && /^(?:a|an|the)$/.test(determiner);

/** “the Harrow road” */
function isNameBeforeNoun(words: readonly TaggedWord[], at: number): boolean {
  const next = words[at + 1];
  return next?.name === null && next.pos === 'NOUN' && lowerAt(words, at - 1) === 'the';
}

/** Whether a word may stand before the head. `head` is the last noun so far. */
function isModifier(words: readonly TaggedWord[], at: number, opening: Opening, head: number): boolean {
  const { pos, lower } = words[at] as TaggedWord;
  if (pos === 'ADJ' || pos === 'NUM') return !isYearBeforeName(words, at) && (head < 0 || isNoun(words[at + 1]));
  if (head >= 0 || !leadsToNoun(words, at + 1)) return false;
  const isInside = at > opening.start;
  const isOpen = isInside || hasOpening(opening);
  if (pos === 'ADV') return isOpen && !lists.prepositions.has(lower);
  if (pos === 'VERB') return isOpen && (hasOpening(opening) || lower.endsWith('ed'));
  return isInside && isLink(words, at);
}

/** “In 1911 Mara was …” */
const isYearBeforeName = (words: readonly TaggedWord[], at: number): boolean =>
  /^[12]\d{3}$/.test(lowerAt(words, at)) && (words[at + 1]?.name ?? null) !== null;

const hasOpening = ({ owner, determiner }: Opening): boolean => owner !== null || determiner !== '';

/** “a tall, thin man”, “black and white cats” */
const isLink = (words: readonly TaggedWord[], at: number): boolean =>
  /^(?:,|and)$/.test(lowerAt(words, at)) && isAdjectival(words[at - 1]) && !isNoun(words[at + 1]);

const isNoun = (word: TaggedWord | undefined): boolean => word?.name === null && /^(?:NOUN|PROPN)$/.test(word.pos);
const isAdjectival = (word: TaggedWord | undefined): boolean =>
  word !== undefined && /^(?:ADJ|NUM|ADV|VERB)$/.test(word.pos);

/** Whether adjectives lead to a noun. */
function leadsToNoun(words: readonly TaggedWord[], from: number): boolean {
  for (let at = from; at < Math.min(from + 5, words.length); at += 1) {
    const { pos, lower } = words[at] as TaggedWord;
    if (pos === 'NOUN' || pos === 'PROPN') return at > from || isNoun(words[at]);
    if (!isAdjectival(words[at]) && lower !== ',' && lower !== 'and') return false;
  }
  return false;
}

function withOf(words: readonly TaggedWord[], phrase: NounPhrase, depth: number): NounPhrase {
  if (lowerAt(words, phrase.to) !== 'of') return phrase;
  const of = nounAt(words, phrase.to + 1, depth - 1) ?? numberAt(words, phrase.to + 1);
  return of ? { ...phrase, of, to: of.to } : phrase;
}

/** “twelve” in “a girl of twelve”. */
function numberAt(words: readonly TaggedWord[], from: number): NounPhrase | null {
  let to = from;
  while (to < from + maxWords && words[to]?.pos === 'NUM') to += 1;
  return to === from ? null : { ...simple(words, to - 1), from, modifiers: words.slice(from, to - 1) };
}

/** Goes on after “'s”. */
function ownedBy(words: readonly TaggedWord[], owner: NounPhrase, depth: number): NounPhrase {
  if (depth === 0 || words[owner.to]?.lemma !== "'s") return owner;
  const phrase = bareNoun(words, { from: owner.from, start: owner.to + 1, determiner: '', owner });
  return phrase ? ownedBy(words, withOf(words, phrase, depth), depth - 1) : owner;
}
