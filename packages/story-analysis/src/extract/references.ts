import type { FoundName } from './extract-names.ts';
import { titles, speechVerbs } from './name-words.ts';
import { occupations } from './occupations.ts';
import type { NounPhrase } from './phrase-types.ts';
import type { TaggedSentence, TaggedWord } from './tagged-words.ts';
import { lowerAt, wordList } from './word-list.ts';

export type Gender = 'female' | 'male';

const female = wordList('she her hers herself');
const male = wordList('he him his himself');
const firstPerson = wordList('i me my mine myself');
const neutral = wordList('it its itself');
const women = wordList(
  'woman girl lady wife mother daughter sister aunt grandmother niece queen princess widow nurse witch bride maid girlfriend waitress mum mom',
);
const men = wordList(
  'man boy gentleman husband father son brother uncle grandfather nephew king prince widower monk bridegroom boyfriend waiter priest lad fellow dad',
);
const people = wordList(
  'stranger child baby person cousin friend captain soldier doctor guard servant neighbour neighbor thief prisoner figure visitor teacher student twin',
);
/** How many sentences before its own are searched for the name that a pronoun stands for. */
const sentencesBefore = 2;
/** A gender is known when it is seen at least `seen` times, and in at least this share of all. */
const genderRule = { seen: 2, share: 0.8 } as const;

export const genderOfPronoun = (lower: string): Gender | null =>
  female.has(lower) ? 'female' : male.has(lower) ? 'male' : null;

/** Somebody or something that a pronoun may stand for. `name` is null for “a woman”. */
export interface Candidate {
  readonly name: FoundName | null;
  readonly gender: Gender | null;
  readonly isPerson: boolean;
  /** The index of its word. */
  readonly at: number;
  /** Set for an unresolved pronoun: whether it is in direct speech. */
  readonly isSpokenPronoun?: boolean;
}

/** The candidate of a sentence that is too long to be read. It makes the pronouns after it ambiguous. */
export const unknownPerson: Candidate = { name: null, gender: null, isPerson: true, at: 0 };

const isPersonName = ({ kind }: FoundName): boolean => kind === 'character' || kind === 'unknown';

/** Those whom a sentence names, or mentions like “an old man”. What follows “as” or describes a name is left out. */
export function candidatesOf({ words }: TaggedSentence, genders: ReadonlyMap<FoundName, Gender>): Candidate[] {
  const found: Candidate[] = [];
  const known = new Set<FoundName>();
  for (const [at, word] of words.entries()) {
    if (word.name) {
      if (!known.has(word.name))
        found.push({
          name: word.name,
          gender: word.name.gender ?? genders.get(word.name) ?? null,
          isPerson: isPersonAt(words, at),
          at,
        });
      known.add(word.name);
      continue;
    }
    if (word.pos !== 'NOUN' || !isPersonNoun(word.lemma) || describesName(words, at)) continue;
    const gender = women.has(word.lemma) ? 'female' : men.has(word.lemma) ? 'male' : (titles.get(word.lemma) ?? null);
    found.push({ name: null, gender, isPerson: true, at });
  }
  return found;
}

/** A name of unknown kind after an article, such as “the Black Swan”, is not a person. */
const isPersonAt = (words: readonly TaggedWord[], at: number): boolean => {
  const name = words[at]?.name ?? null;
  const isThing = /^(?:a|an|the)$/.test(lowerAt(words, at - 1)) || /^an?$/.test(lowerAt(words, at - 2));
  return name !== null && isPersonName(name) && !(name.kind === 'unknown' && isThing);
};

const isPersonNoun = (lemma: string): boolean =>
  women.has(lemma) || men.has(lemma) || people.has(lemma) || occupations.has(lemma);

/** “Mara was a tall woman”, “Tom, the smith”, “her brother Tom”, “worked as a nurse”. */
function describesName(words: readonly TaggedWord[], at: number): boolean {
  const next = words[at + 1];
  if (next?.name || (next?.lower === ',' && words[at + 2]?.name)) return true;
  if (next?.lemma === "'s") return false;
  return (next?.lemma === 'be' && isFollowedByName(words, at + 2)) || isPredicate(words, at);
}

/** Whether “be”, “as” or a name stands before the noun, with nothing between but its own adjectives. */
function isPredicate(words: readonly TaggedWord[], at: number): boolean {
  for (let before = at - 1; before >= 0 && before > at - 6; before -= 1) {
    const { lower, lemma, pos, name } = words[before] as TaggedWord;
    if (name || lower === 'as' || lemma === 'be' || lemma === 'become') return true;
    if (lower === ',') return (words[before - 1]?.name ?? null) !== null;
    if (!/^(?:ADJ|NUM|DET|NOUN|ADV|PRON)$/.test(pos)) return false;
  }
  return false;
}

/** “Her captain was Tom”, “… was a man called Tom”. */
const isFollowedByName = (words: readonly TaggedWord[], from: number): boolean =>
  words
    .slice(from, from + 6)
    .some(
      ({ name }, index) =>
        name !== null && (index === 0 || /^(?:called|named|,)$/.test(words[from + index - 1]?.lower ?? '')),
    );

/** The genders that pronouns show: those of sentences in which only one person can be meant. */
export function findGenders(chapters: readonly (readonly TaggedSentence[])[]): Map<FoundName, Gender> {
  const seen = new Map<FoundName, Record<Gender, number>>();
  const none: ReadonlyMap<FoundName, Gender> = new Map();
  for (const sentences of chapters) {
    const all = sentences.map((sentence) => candidatesOf(sentence, none).filter(({ isPerson }) => isPerson));
    for (const [at, { words }] of sentences.entries()) {
      const near = all.slice(Math.max(0, at - 1), at + 1).flat();
      addNouns(seen, words);
      const name = near[0]?.name;
      if (!name || near.some((candidate) => candidate.name !== name)) continue;
      const count = seen.get(name) ?? { female: 0, male: 0 };
      seen.set(name, count);
      for (const { lower, isSpoken } of words) {
        const gender = isSpoken ? null : genderOfPronoun(lower);
        if (gender) count[gender] += 1;
      }
    }
  }
  const genders = new Map<FoundName, Gender>();
  for (const [name, count] of seen) {
    const most: Gender = count.female > count.male ? 'female' : 'male';
    const total = count.female + count.male;
    if (count[most] >= genderRule.seen && count[most] >= genderRule.share * total) genders.set(name, most);
  }
  return genders;
}

/** “my sister Judith”, “her brother, Tom,”, “Mara was a tall woman”, “Mara, a woman of forty,” */
function addNouns(seen: Map<FoundName, Record<Gender, number>>, words: readonly TaggedWord[]): void {
  for (const [at, { lemma, pos }] of words.entries()) {
    const gender = pos !== 'NOUN' ? null : women.has(lemma) ? 'female' : men.has(lemma) ? 'male' : null;
    const name = gender && (nameAfter(words, at) ?? nameBefore(words, at));
    if (!gender || !name || !isPersonName(name)) continue;
    const count = seen.get(name) ?? { female: 0, male: 0 };
    seen.set(name, count);
    count[gender] += genderRule.seen;
  }
}

const nameAfter = (words: readonly TaggedWord[], at: number): FoundName | null =>
  words[lowerAt(words, at + 1) === ',' ? at + 2 : at + 1]?.name ?? null;

/** The name before “was a tall” or “, a tall”. */
function nameBefore(words: readonly TaggedWord[], at: number): FoundName | null {
  if (words[at + 1]?.lemma === "'s") return null;
  let before = at - 1;
  while (before > at - 5 && /^(?:ADJ|ADV)$/.test(words[before]?.pos ?? '')) before -= 1;
  if (!/^an?$/.test(lowerAt(words, before))) return null;
  const link = words[before - 1];
  return link?.lemma === 'be' || link?.lower === ',' ? (words[before - 2]?.name ?? null) : null;
}

/** Whom the pronouns of one part of a sentence stand for. */
export class References {
  readonly #earlier: readonly Candidate[];
  readonly #here: readonly Candidate[];
  readonly #first: FoundName | null;
  readonly #offset: number;

  /**
   * @param at the index of the sentence
   * @param first who says “I” here
   * @param offset the index in the sentence of the first word of the part
   */
  constructor(
    candidates: readonly (readonly Candidate[])[],
    at: number,
    {
      first,
      isSpoken,
      offset,
    }: { readonly first: FoundName | null; readonly isSpoken: boolean; readonly offset: number },
  ) {
    this.#offset = offset;
    // Inside a speech, “he” never means the speaker.
    const isOther = ({ name, isSpokenPronoun = isSpoken }: Candidate): boolean =>
      isSpokenPronoun === isSpoken && !(isSpoken && first !== null && name === first);
    this.#earlier = candidates
      .slice(Math.max(0, at - sentencesBefore), at)
      .flat()
      .filter(isOther);
    this.#here = (candidates[at] ?? []).filter(isOther);

    this.#first = first;
  }

  /** The entry that a noun phrase names, or that its pronoun can only stand for; null when that is not certain. */
  resolve({ from, head, name, owner, modifiers }: NounPhrase, except: FoundName | null = null): FoundName | null {
    if (name) return owner === null || modifiers.length === 0 ? name : null;
    const { lower } = head;
    if (firstPerson.has(lower)) return this.#first;
    const gender = genderOfPronoun(lower);
    if (gender)
      return sole(
        this.#before(from).filter(
          (candidate) =>
            candidate.isPerson &&
            (except === null || candidate.name !== except) &&
            (candidate.gender ?? gender) === gender,
        ),
      );
    if (!neutral.has(lower)) return null;
    return sole(this.#before(from).filter(({ name: found, isPerson }) => found !== null && !isPerson));
  }

  /** What is named before a pronoun: what follows it in its sentence cannot be meant. */
  #before(at: number): Candidate[] {
    return [...this.#earlier, ...this.#here.filter((candidate) => candidate.at < at + this.#offset)];
  }
}

function sole(candidates: readonly Candidate[]): FoundName | null {
  const [first] = candidates;
  return first && candidates.every(({ name }) => name === first.name) ? first.name : null;
}

/** Who speaks in a paragraph: the only one beside a verb of speech outside the marks. */
export function findSpeaker(
  sentences: readonly TaggedSentence[],
  resolve: (word: TaggedWord) => FoundName | null,
): FoundName | null {
  // A name, or one of three pronouns: each is resolved once.
  const subjects = new Map<string, TaggedWord>();
  for (const { words } of sentences)
    for (const [at, word] of words.entries()) {
      if (word.isSpoken || !speechVerbs.has(word.lower) || word.lemma === 'call') continue;
      const [before, after] = [words[at - 1], words[at + 1]];
      const subject = isSubject(before) ? before : isSubject(after) ? after : null;
      if (subject) subjects.set(subject.lower, subject);
    }
  const [only, ...others] = new Set(Array.from(subjects.values(), resolve));
  return others.length === 0 ? (only ?? null) : null;
}

const isSubject = (word: TaggedWord | undefined): word is TaggedWord =>
  word !== undefined && !word.isSpoken && (word.name !== null || /^(?:he|she|i)$/.test(word.lower));

/** The name of a first-person narrator: “My name is Mara”, “I am Mara”, “Call me Mara”, “I, Mara,” outside speech. */
export function findNarrator(sentences: readonly TaggedSentence[]): FoundName | null {
  for (const { words } of sentences)
    for (const [at, word] of words.entries()) {
      if (!word.name || !isPersonName(word.name) || word.isSpoken) continue;
      const before = words
        .slice(Math.max(0, at - 3), at)
        .filter(({ isSpoken }) => !isSpoken)
        .map(({ lower, lemma }) => (lemma === 'be' ? 'be' : lower));
      const next = words[at + 1];
      if (next?.isSpoken || next?.lemma === "'s") continue;
      if (/(?:^|\s)(?:my name be|call me|i be|i ,)$/.test(before.join(' '))) return word.name;
    }
  return null;
}
