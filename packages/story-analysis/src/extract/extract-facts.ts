import { readStatements } from './clauses.ts';
import type { FoundName } from './extract-names.ts';
import { type FactDraft, type Pattern, PatternContext } from './pattern-context.ts';
import { familyPatterns } from './patterns-family.ts';
import { healthPatterns } from './patterns-health.ts';
import { lifePatterns } from './patterns-life.ts';
import { looksPatterns } from './patterns-looks.ts';
import { thingPatterns } from './patterns-things.ts';
import { timePatterns } from './patterns-times.ts';
import { readPhrases } from './phrases.ts';
import {
  type Candidate,
  candidatesOf,
  findGenders,
  findNarrator,
  findSpeaker,
  type Gender,
  genderOfPronoun,
  References,
  unknownPerson,
} from './references.ts';
import type { TaggedSentence, TaggedWord } from './tagged-words.ts';

/** A row of the table of attributes, as far as the extractor needs it. */
export interface AttributeRule {
  readonly key: string;
  /** The kinds of entries that may have it. */
  readonly kinds: readonly string[];
}

/**
 * The sentence, or the part of one, that states a fact. Positions are UTF-16 units of the chapter; `to` is exclusive.
 */
export interface FactPassage {
  /** The index of the chapter. */
  readonly chapter: number;
  readonly from: number;
  readonly to: number;
}
export interface FoundFact {
  /** As in `FoundName`. */
  readonly name: string;
  /** A key of the table of attributes. */
  readonly attribute: string;
  readonly value: string;
  /** Whether the narrator or somebody in direct speech says it. */
  readonly modality: 'narrated' | 'spoken';
  readonly place: FactPassage;
}

/** Longer sentences are skipped: they are lists or not prose. So the time for each sentence is bounded. */
const maxSentenceWords = 300;
/** Maximum number of facts of one story. */
const maxFacts = 20_000;
/** Maximum length of a quote, in UTF-16 units. */
export const maxQuoteLength = 300;

const patterns: readonly Pattern[] = [
  ...looksPatterns,
  ...lifePatterns,
  ...healthPatterns,
  ...familyPatterns,
  ...thingPatterns,
  ...timePatterns,
];

/** What is read together: words in a row that are all narrated or all spoken by one person. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly isSpoken: boolean;
}

/**
 * The facts that the sentences of a story state, in reading order; of equal ones in a chapter only the first.
 * @param narrator who says “I” outside speech, where the text itself does not say it
 */
export function extractFacts(
  chapters: readonly (readonly TaggedSentence[])[],
  attributes: readonly AttributeRule[],
  narrator: FoundName | null,
): FoundFact[] {
  const genders = findGenders(chapters);
  const own = chapters.map(findNarrator);
  const named = new Set(own.filter((name) => name !== null));
  const [only] = named.size === 1 ? named : [null];
  const kinds = new Map(attributes.map((rule) => [rule.key, rule.kinds]));
  const facts = chapters.flatMap((sentences, chapter) => {
    const read = readChapter(sentences, genders, narrator ?? own[chapter] ?? only ?? null);
    return withoutRepeats(read.filter((fact) => isAllowed(fact.draft, kinds))).map(
      ({ draft: found, isSpoken, sentence }) => ({
        name: found.name.name,
        attribute: found.attribute,
        value: found.value,
        modality: isSpoken ? ('spoken' as const) : ('narrated' as const),
        place: { chapter, ...quoteOf(sentence, found.at) },
      }),
    );
  });
  return facts.slice(0, maxFacts);
}

interface ReadFact {
  readonly draft: FactDraft;
  readonly isSpoken: boolean;
  readonly sentence: TaggedSentence;
}

function isAllowed({ name, attribute }: FactDraft, kinds: ReadonlyMap<string, readonly string[]>): boolean {
  const allowed = kinds.get(attribute);
  if (!allowed) return false;
  return name.kind === 'unknown' || allowed.includes(name.kind);
}

function readChapter(
  sentences: readonly TaggedSentence[],
  genders: ReadonlyMap<FoundName, Gender>,
  narrator: FoundName | null,
): ReadFact[] {
  const candidates = sentences.map((sentence) =>
    sentence.words.length > maxSentenceWords ? [unknownPerson] : candidatesOf(sentence, genders),
  );
  const speakers = new SpeakerList(sentences, (at) => {
    const references = new References(candidates, at, { first: narrator, isSpoken: false, offset: 0 });
    return (word) => references.resolve(pronounOf(word, 0));
  });
  return sentences.flatMap((sentence, at) => {
    if (sentence.words.length > maxSentenceWords || isDream(sentence)) return [];
    return partsOf(sentence).flatMap(({ from, to, isSpoken }) => {
      const first = isSpoken ? speakers.of(sentence.paragraph) : narrator;
      const references = new References(candidates, at, { first, isSpoken, offset: from });
      addResolvedPronouns(candidates[at] ?? [], sentence, { from, to, isSpoken }, references);
      const words = sentence.words.slice(from, to);
      const phrases = readPhrases(words);
      const context = new PatternContext(words, readStatements(phrases, words), (noun, except) =>
        references.resolve(noun, except),
      );
      return patterns
        .flatMap((pattern) => pattern(context))
        .map((draft) => ({ draft: { ...draft, at: draft.at + from }, isSpoken, sentence }));
    });
  });
}

const pronounOf = (head: TaggedWord, at: number) => ({
  kind: 'noun' as const,
  from: at,
  to: at + 1,
  determiner: '',
  owner: null,
  modifiers: [],
  head,
  name: head.name,
  of: null,
});

/**
 * Adds the resolved pronouns of a part to the candidates of its sentence, so that later pronouns can refer to them. An
 * unresolved pronoun becomes a candidate without a name, which makes later pronouns ambiguous.
 */
function addResolvedPronouns(
  candidates: Candidate[],
  { words }: TaggedSentence,
  { from, to, isSpoken }: Part,
  references: References,
): void {
  for (let at = from; at < to; at += 1) {
    const word = words[at];
    const gender = word ? genderOfPronoun(word.lower) : null;
    if (!word || !gender || /^(?:his|hers|herself|himself)$/.test(word.lower)) continue;
    const name = references.resolve(pronounOf(word, at - from));
    if (name ? candidates.every((candidate) => candidate.name !== name) : true)
      candidates.push({ name, gender, isPerson: true, at, isSpokenPronoun: isSpoken });
  }
}

const isDream = ({ words }: TaggedSentence): boolean =>
  words.some(
    ({ lemma }, at) =>
      /^(?:dream|nightmare|hallucination)$/.test(lemma) || (lemma === 'sleep' && words[at - 1]?.lower === 'in'),
  );

/** Who speaks in each paragraph. */
class SpeakerList {
  readonly #speakers = new Map<number, FoundName | null>();

  /** @param resolverAt finds who is meant by a word of a paragraph; called with the index of its first sentence */
  constructor(
    sentences: readonly TaggedSentence[],
    resolverAt: (at: number) => (word: TaggedWord) => FoundName | null,
  ) {
    for (let start = 0; start < sentences.length;) {
      const paragraph = sentences[start]?.paragraph ?? 0;
      let end = start + 1;
      while (sentences[end]?.paragraph === paragraph) end += 1;
      this.#speakers.set(paragraph, findSpeaker(sentences.slice(start, end), resolverAt(start)));
      start = end;
    }
  }

  of(paragraph: number): FoundName | null {
    return this.#speakers.get(paragraph) ?? null;
  }
}

/** The parts of a sentence that are all narrated or all spoken. */
export function partsOf({ words }: TaggedSentence): Part[] {
  const parts: Part[] = [];
  for (let from = 0; from < words.length;) {
    const isSpoken = words[from]?.isSpoken ?? false;
    let to = from + 1;
    while (to < words.length && words[to]?.isSpoken === isSpoken) to += 1;
    parts.push({ from, to, isSpoken });
    from = to;
  }
  return parts;
}

function withoutRepeats(facts: readonly ReadFact[]): ReadFact[] {
  const known = new Set<string>();
  return facts.filter(({ draft: { name, attribute, value }, isSpoken }) => {
    const key = JSON.stringify([name.name, attribute, value.toLowerCase(), isSpoken]);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** The place of the whole sentence, or of at most 300 units around a word of a longer one. */
function quoteOf({ words, from, to }: TaggedSentence, at: number): { readonly from: number; readonly to: number } {
  const center = words[at];
  if (to - from <= maxQuoteLength || !center) return { from, to: Math.min(to, from + maxQuoteLength) };
  const half = Math.floor((maxQuoteLength - Math.min(maxQuoteLength, center.to - center.from)) / 2);
  const begin = words.find((word) => word.from >= center.from - half)?.from ?? center.from;
  const end = words.findLast((word) => word.to <= begin + maxQuoteLength)?.to ?? begin + maxQuoteLength;
  return { from: begin, to: end };
}
