import { nounAt } from './noun-phrases.ts';
import type { AdjectivePhrase, Phrase, Single } from './phrase-types.ts';
import * as lists from './phrase-words.ts';
import type { TaggedWord } from './tagged-words.ts';
import { verbAt } from './verb-groups.ts';
import { lowerAt } from './word-list.ts';

/** Splits a part of a sentence into phrases, from left to right. */
export function readPhrases(words: readonly TaggedWord[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (let at = 0; at < words.length;) {
    const phrase = phraseAt(words, at, phrases.at(-1));
    phrases.push(phrase);
    at = phrase.to;
  }
  return phrases;
}

function phraseAt(words: readonly TaggedWord[], at: number, before: Phrase | undefined): Phrase {
  const { lower, pos, name } = words[at] as TaggedWord;
  const single = (kind: Single['kind']): Single => ({ kind, from: at, to: at + 1, lower });
  if (pos === 'PUNCT') return single('mark');
  if (isRelative(words, at, before)) return single('relative');
  const verb = verbAt(words, at);
  if (verb) return verb;
  if (lists.prepositions.has(lower) && !name) return single('preposition');
  if (lists.conjunctions.has(lower)) return single('conjunction');
  return nounAt(words, at) ?? adjectiveAt(words, at) ?? single(pos === 'ADV' ? 'adverb' : 'other');
}

function isRelative(words: readonly TaggedWord[], at: number, before: Phrase | undefined): boolean {
  const lower = lowerAt(words, at);
  if (lower === 'who' || lower === 'whom') return true;
  if (lower === 'which') return before?.kind === 'noun' || (before?.kind === 'mark' && before.lower === ',');
  return lower === 'that' && before?.kind === 'noun' && verbAt(words, at + 1) !== null;
}

const isAdjective = ({ pos, lower }: TaggedWord): boolean =>
  pos === 'ADJ' || pos === 'NUM' || (pos === 'VERB' && (lower.includes('-') || lists.adjectiveParticiples.has(lower)));

function adjectiveAt(words: readonly TaggedWord[], from: number): AdjectivePhrase | null {
  const found: TaggedWord[] = [];
  let at = from;
  for (; at < words.length; at += 1) {
    const word = words[at] as TaggedWord;
    if (isAdjective(word)) found.push(word);
    else if (!isLink(words, at, found.length > 0)) break;
  }
  return found.length > 0 ? { kind: 'adjective', from, to: at, words: found } : null;
}

/** An adverb before an adjective, or a comma or “and” between two of them. */
function isLink(words: readonly TaggedWord[], at: number, isInside: boolean): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (!word || !next) return false;
  if (word.pos === 'ADV') return /^(?:ADJ|NUM|ADV|VERB)$/.test(next.pos);
  return isInside && (word.lower === ',' || word.lower === 'and') && next.pos === 'ADJ';
}
