import { bodyParts } from './fact-words.ts';
import type { FoundName } from './extract-names.ts';
import type { NameTrie } from './name-trie.ts';
import { directions, functionWords, notNames } from './name-words.ts';
import type { Sentence } from './story-tokens.ts';
import type { Token } from './token.ts';
import { type PartOfSpeech, tagWords } from './tagger.ts';
import { lowerAt, wordList, wordMap } from './word-list.ts';

/** A word, a mark, or a whole name, with its part of speech. */
export interface TaggedWord {
  readonly text: string;
  readonly lower: string;
  readonly lemma: string;
  readonly pos: PartOfSpeech;
  readonly from: number;
  readonly to: number;
  readonly name: FoundName | null;
  readonly isSpoken: boolean;
}

export interface TaggedSentence {
  readonly words: readonly TaggedWord[];
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
}

interface WordDraft extends Omit<TaggedWord, 'lemma' | 'pos'> {
  /** What the tagger reads. */
  readonly read: string;
  /** A part of speech that is certain. */
  readonly known: PartOfSpeech | null;
}

const expanded = wordMap({
  "n't": 'not',
  "'m": 'am',
  "'re": 'are',
  "'ve": 'have',
  "'ll": 'will',
});

/** Names are read as common names, so that unknown ones do not confuse the tagger. */
const readAs = ({ kind }: FoundName): string => (kind === 'place' ? 'London' : kind === 'group' ? 'Google' : 'John');

/** The sentences of a chapter with names as single words and the part of speech of each word. */
export function tagSentences(sentences: readonly Sentence[], names: NameTrie): TaggedSentence[] {
  const drafts = sentences.map(({ tokens }) => draftSentence(tokens, names));
  const tags = tagWords(drafts.flatMap((draft) => draft.map(({ read }) => read)));
  let at = 0;
  return drafts.map((draft, index) => {
    const words = draft.map((word, place): TaggedWord => {
      const { read, known, ...rest } = word;
      const tag = tags[at] ?? { pos: 'X', lemma: read };
      at += 1;
      const isClitic = word.text.startsWith("'") && word.text.length > 1;
      return {
        ...rest,
        pos: known ?? tag.pos,
        lemma: isClitic ? lemmaOfClitic(draft, place) : word.name ? word.lower : lemmaOf(word.lower, tag.lemma),
      };
    });
    const [first, last] = [words[0], words.at(-1)];
    for (const [place, word] of words.entries())
      words[place] = isNounColour(words, place)
        ? { ...word, pos: 'NOUN' }
        : repaired(word, words[place - 1], words[place + 1]);
    return { words, paragraph: sentences[index]?.paragraph ?? 0, from: first?.from ?? 0, to: last?.to ?? 0 };
  });
}

/** “a deep, startling green” */
function isNounColour(words: readonly TaggedWord[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (word?.pos !== 'ADJ' || !colours.has(word.lower) || (next && next.pos !== 'PUNCT' && next.lower !== 'of'))
    return false;
  for (let before = at - 1; before > at - 5; before -= 1) {
    const { lower, pos } = words[before] ?? { lower: '', pos: 'X' };
    if (lower === 'a' || lower === 'the') return true;
    if (pos !== 'ADJ' && pos !== 'ADV' && lower !== ',' && lower !== 'and') return false;
  }
  return false;
}

const verbsTaggedAsNouns = wordList('lives works plays drives keeps owns wears speaks');

/** The tagger reads “lives” in “Mara lives on” as a noun. */
function repaired(word: TaggedWord, before: TaggedWord | undefined, next: TaggedWord | undefined): TaggedWord {
  if (word.pos === 'ADJ' && bodyParts.has(word.lower)) return { ...word, pos: 'NOUN' };
  if (!before || !next) return word;
  if (isMisreadVerb(word, before, next))
    return { ...word, pos: 'VERB', lemma: word.lower.replace(/(?<=ch|sh)es$|s$/, '') };
  return word.lower === 'married' && isSubject(before) && next.name ? { ...word, pos: 'VERB', lemma: 'marry' } : word;
}

const isSubject = ({ name, lower }: TaggedWord): boolean => name !== null || /^(?:he|she|it|who)$/.test(lower);

function isMisreadVerb({ pos, lower }: TaggedWord, before: TaggedWord, next: TaggedWord): boolean {
  if (pos !== 'NOUN' || !/[^s]s$/.test(lower) || !/^(?:ADP|DET|PRON|ADV|PROPN|ADJ|NUM)$/.test(next.pos)) return false;
  return isSubject(before) || (before.lower === 'and' && verbsTaggedAsNouns.has(lower));
}

/** The tagger spells some words in the American way. */
const lemmaOf = (lower: string, lemma: string): string =>
  knownLemmas.get(lower) ?? (lower === 'grey' || lower.endsWith('our') ? lower : lemma);
const knownLemmas = wordMap({ lay: 'lie', lain: 'lie', left: 'leave' });

/** “Will you …?” at the beginning of a sentence is not a name. */
const isOrdinaryUse = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.isInitial === true &&
  functionWords.has(tokens[at].lower) &&
  /^(?:i|you|he|she|it|we|they|not|the|a|this|that)$/.test(tokens[at + 1]?.lower ?? '');

function draftSentence(tokens: readonly Token[], names: NameTrie): WordDraft[] {
  const draft: WordDraft[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const hit = isOrdinaryUse(tokens, at) ? null : names.longestAt(tokens, at);
    const last = hit && tokens[hit.end - 1];
    if (hit && last) {
      const text = tokens
        .slice(at, hit.end)
        .map((part) => part.text)
        .join(' ');
      const { from, isSpoken } = token;
      draft.push({
        text,
        lower: text.toLowerCase(),
        from,
        to: last.to,
        name: hit.name,
        isSpoken,
        read: readAs(hit.name),
        known: 'PROPN',
      });
      at = hit.end - 1;
    } else draft.push(draftToken(token, tokens[at - 1]));
  }
  return draft;
}

function draftToken(token: Token, before: Token | undefined): WordDraft {
  const { text, lower, from, to, isSpoken } = token;
  const isStarter = token.isInitial && lower !== 'i' && !notNames.has(lower);
  const isPlural = (text === "'" || text === '’') && before?.to === from && before.lower.endsWith('s');
  const plain = isPlural ? "'s" : text;
  return {
    text: plain,
    lower: plain.toLowerCase(),
    from,
    to,
    name: null,
    isSpoken,
    read: expanded.get(lower) ?? (isStarter || functionWords.has(lower) ? lower : plain),
    known: knownPart(lower, token, before),
  };
}

const colours = wordList('grey gray green blue brown black white red golden auburn hazel violet amber silver yellow');

const possessives = wordList("his her my your its their the a 's");

/** The part of speech of a word for which the tagger is often wrong. */
function knownPart(lower: string, token: Token, before: Token | undefined): PartOfSpeech | null {
  if (!token.isWord) return 'PUNCT';
  if (/^\d/.test(lower)) return 'NUM';
  if (before && possessives.has(before.lower)) {
    if (lower === 'left' || lower === 'right') return 'ADJ';
    if (lower === 'living') return 'NOUN';
  }
  if (lower.includes('-')) return isCompoundAdjective(lower) ? 'ADJ' : null;
  const isName = token.isCapital && !token.isInitial && lower !== 'i';
  return isName && !notNames.has(lower) && !directions.has(lower) ? 'PROPN' : null;
}

const isCompoundAdjective = (lower: string): boolean =>
  /(?:ed|old|haired|handed|eyed|ish)$/.test(lower) || colours.has(lower.split('-').at(-1) ?? '');

const pronounsBeforeIs = wordList('he she it that there here who what where how this everything everyone nobody');

const cliticLemmas = wordMap({ "'ve": 'have', "'ll": 'will', "n't": 'not' });
const predicates = wordList(
  'a an the not never always just only so too still already dead alive in at from on here there afraid allergic my your his her',
);

/** "'s" is a possessive, “is” or “has”; "'d" is “had” or “would”. */
function lemmaOfClitic(words: readonly WordDraft[], at: number): string {
  const [text, next] = [lowerAt(words, at), lowerAt(words, at + 1)];
  if (text === "'d")
    return /(?:ed|en|been|had|lost|met|left|known|born|gone|come|told|got)$/.test(next) ? 'have' : 'would';
  if (text !== "'s") return cliticLemmas.get(text) ?? 'be';
  if (/^(?:been|got|had|lost)$/.test(next)) return 'have';
  if (pronounsBeforeIs.has(lowerAt(words, at - 1)) || isPredicate(words, at + 1)) return 'be';
  return "'s";
}

/** Whether a sentence goes on here as after “is”: “Mara's not here”, “Mara's thirty.” */
function isPredicate(words: readonly WordDraft[], at: number): boolean {
  const next = lowerAt(words, at);
  if (!/[\p{L}\d]/u.test(next) || next.endsWith('ing') || predicates.has(next)) return true;
  const isNumber = /^(?:\d+|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\p{L}+)?)$/u.test(next);
  return isNumber && !/\p{L}/u.test(lowerAt(words, at + 1));
}
