import { readStatements } from '../extract/clauses.ts';
import { partsOf } from '../extract/extract-facts.ts';
import { readPhrases } from '../extract/phrases.ts';
import type { Action } from '../extract/statement-types.ts';
import type { TaggedSentence, TaggedWord } from '../extract/tagged-words.ts';
import { lowerAt, wordList } from '../extract/word-list.ts';
import { type CheckedStory, type Contradiction, isFlashback, type Rule } from './checked-story.ts';
import { hasWordsAt, isNarrated, isOtherTime, placeOf, type PlacedSentence, sentencesOf } from './sentences.ts';

/** A chapter in which a larger share of the sentences says “I” has a narrator of its own. */
const maxShareOfI = 0.1;

/** “I” in a book in the third person, or thoughts of somebody who is not a point-of-view character. */
export const pointOfViewRule: Rule = (story) => {
  const { person } = story.style;
  if (person === null) return [];
  return story.chapters.flatMap((sentences, chapter) => {
    const spoken = sentences.filter(saysI).length;
    const hasNarrator = spoken > maxShareOfI * sentences.length;
    return sentences.flatMap((sentence): Contradiction[] => {
      if (isOutsideStory(story, chapter, sentence)) return [];
      const isBreak = (person === 'third' && !hasNarrator && saysI(sentence)) || revealsHiddenThoughts(sentence, story);
      return isBreak ? [styleConflict('point-of-view', 'This changes the point of view.', chapter, sentence)] : [];
    });
  });
};

/** Whether a sentence is part of a passage that does not belong to the story. */
const isOutsideStory = ({ nonStoryPassages }: CheckedStory, chapter: number, { from, to }: TaggedSentence): boolean =>
  nonStoryPassages.some((place) => place.chapter === chapter && place.from < to && from < place.to);

function styleConflict(rule: string, text: string, chapter: number, sentence: TaggedSentence): Contradiction {
  return { rule, severity: 'note', text, names: [], places: [placeOf(chapter, sentence)] };
}

/** A question may be somebody's thought. */
const saysI = ({ words }: TaggedSentence): boolean =>
  words.at(-1)?.lower !== '?' &&
  words.some(
    (word, at) => word.text === 'I' && isNarrated(word) && words[at + 1]?.pos !== 'PUNCT' && at < words.length - 1,
  );

/** Verbs for what others cannot see. Alone they do not change the point of view: “Tom thought about it”. */
const verbsOfThought = wordList('think wonder feel remember realise realize wish regret');
const hidden = wordList('inwardly secretly privately secrecy unseen');
const hiddenPhrases = [
  'own mind',
  'own heart',
  'to himself',
  'to herself',
  'not see',
  'not know',
  'without knowing',
].map((text) => text.split(' '));

/** Whether a sentence reveals hidden thoughts of somebody who is not a point-of-view character. */
function revealsHiddenThoughts(sentence: TaggedSentence, { style: { person, povNames } }: CheckedStory): boolean {
  const { words } = sentence;
  const isHidden = words.some(
    (word, at) =>
      isNarrated(word) && (hidden.has(word.lower) || hiddenPhrases.some((wanted) => hasWordsAt(words, at, wanted))),
  );
  const isNotPovCharacter = ({ subject }: Action): boolean => {
    const { name } = subject;
    return name?.kind === 'character' && !povNames.includes(name.name);
  };
  if (person === 'third' && povNames.length === 0) return false;
  const isInward = words.some(({ lower }) => lower === 'inwardly');
  return (
    isHidden &&
    narratedActions(sentence).some(
      (action) =>
        isNotPovCharacter(action) && !action.verb.isUnreal && (isInward || verbsOfThought.has(action.verb.lemma)),
    )
  );
}

const narratedActions = (sentence: TaggedSentence): readonly Action[] =>
  partsOf(sentence)
    .filter(({ isSpoken }) => !isSpoken)
    .flatMap(({ from, to }) => {
      const words = sentence.words.slice(from, to);
      return readStatements(readPhrases(words), words).actions;
    });

/** Minimum number of verbs, in at least two sentences in a row, that count as a change of tense. */
const minVerbs = 3;

/** Sentences in the present tense in a book in the past tense. */
export const tenseRule: Rule = (story) => {
  if (story.style.tense !== 'past') return [];
  const contradictions: Contradiction[] = [];
  for (const run of presentRuns(story)) {
    const [first] = run;
    const verbs = run.reduce((sum, { sentence }) => sum + countTenses(sentence).present, 0);
    if (!first || run.length < 2 || verbs < minVerbs || isOutsideStory(story, first.chapter, first.sentence)) continue;
    const last = run.at(-1) ?? first;
    contradictions.push({
      rule: 'tense',
      severity: 'note',
      text: 'This passage is in the present tense, but the book is told in the past tense.',
      names: [],
      places: [placeOf(first.chapter, { from: first.sentence.from, to: last.sentence.to })],
    });
  }
  return contradictions;
};

/** Sentences in a row, within a paragraph, whose narrated verbs are all in the present tense. */
function* presentRuns(story: CheckedStory): Generator<PlacedSentence[]> {
  let run: PlacedSentence[] = [];
  for (const placed of sentencesOf(story.chapters)) {
    if (isFlashback(story, placed.chapter)) continue;
    const last = run.at(-1);
    const { present, past } = countTenses(placed.sentence);
    const isSameParagraph = last?.chapter === placed.chapter && last.sentence.paragraph === placed.sentence.paragraph;
    if (run.length > 0 && (!isSameParagraph || past > 0 || present === 0)) {
      yield run;
      run = [];
    }
    if (present > 0 && past === 0 && !isOtherTime(placed.sentence)) run.push(placed);
  }
  if (run.length > 0) yield run;
}

const presentForms = wordList('is are am has does');
const pastForms = wordList('was were had did');

/** How many narrated verbs with a subject are in each tense; forms that may be both count in neither. */
function countTenses(sentence: TaggedSentence): { present: number; past: number } {
  let [present, past] = [0, 0];
  for (const [at, word] of sentence.words.entries()) {
    if (!isNarrated(word) || word.name || (word.pos !== 'VERB' && word.pos !== 'AUX')) continue;
    if (isPresent(sentence.words, at)) present += 1;
    else if (isPast(word) && !/^(?:is|are|am|has|have)$/.test(lowerAt(sentence.words, at - 1))) past += 1;
  }
  return { present, past };
}

/** “opens”, “is”; the form of the third person only. */
const isPresent = (words: readonly TaggedWord[], at: number): boolean => {
  const { lower, lemma } = words[at] as TaggedWord;
  if (presentForms.has(lower)) return true;
  return (
    lower !== lemma && /[^s]s$/.test(lower) && lower.startsWith(lemma.slice(0, -1)) && lowerAt(words, at - 1) !== 'to'
  );
};

const isPast = ({ lower, lemma }: TaggedWord): boolean =>
  pastForms.has(lower) || (lower !== lemma && !lower.endsWith('ing') && !lower.endsWith('s'));
