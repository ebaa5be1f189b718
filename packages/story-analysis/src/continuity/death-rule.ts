import { readStatements } from '../extract/clauses.ts';
import { type FactPassage, partsOf } from '../extract/extract-facts.ts';
import { speechVerbs } from '../extract/name-words.ts';
import { normaliseValue } from '../extract/normalise-values.ts';
import { readPhrases } from '../extract/phrases.ts';
import type { TaggedSentence, TaggedWord } from '../extract/tagged-words.ts';
import { wordList } from '../extract/word-list.ts';
import { type Contradiction, isBefore, isFlashback, type Rule, startOf, type StoryPoint } from './checked-story.ts';
import { isInOtherTime, isNarrated, placeOf, sentencesOf } from './sentences.ts';

/** Verbs that can be said of the dead. */
const verbsOfTheDead = wordList(
  'be lie have seem look belong mean remain leave own die perish need matter haunt hang live appear smell wait deserve know want make rest stay become teach give',
);
/** Maximum number of passages that are reported for one person. */
const maxActs = 5;

/** Somebody acts or speaks after having died. */
export const actsAfterDeathRule: Rule = (story) => {
  const deaths = new Map<string, FactPassage>();
  for (const { name, attribute, value, modality, place } of story.facts)
    if (attribute === 'lifeState' && modality === 'narrated' && normaliseValue('lifeState', value) === 'dead')
      if (!deaths.has(name)) deaths.set(name, place);
  const acts = new Map<string, FactPassage[]>();
  for (const { chapter, index, sentence } of sentencesOf(story.chapters)) {
    if (isFlashback(story, chapter)) continue;
    const dead = namesIn(sentence).filter((name) => isAfter(deaths.get(name), { chapter, at: sentence.from }));
    if (dead.length === 0 || isInOtherTime(story.chapters[chapter] ?? [], index)) continue;
    const acting = actorsIn(sentence);
    for (const name of dead.filter((one) => acting.has(one))) {
      const known = acts.get(name) ?? [];
      acts.set(name, known);
      if (known.length < maxActs) known.push(placeOf(chapter, sentence));
    }
  }
  return [...acts].flatMap(([name, places]): Contradiction[] => {
    const death = deaths.get(name);
    if (!death) return [];
    return [
      {
        rule: 'acts-after-death',
        severity: 'error',
        text: `${name} acts or speaks after having died.`,
        names: [name],
        places: [death, ...places],
      },
    ];
  });
};

const namesIn = ({ words }: TaggedSentence): string[] => [
  ...new Set(words.flatMap((word) => (word.name && isNarrated(word) ? [word.name.name] : []))),
];

const isAfter = (death: FactPassage | undefined, point: StoryPoint): boolean =>
  death !== undefined && isBefore({ ...startOf(death), at: death.to - 1 }, point);

/** The names of those who do something in a sentence now, as opposed to “had done”, or who speak. */
function actorsIn(sentence: TaggedSentence): Set<string> {
  const { words } = sentence;
  const actors = new Set<string>();
  for (const { from, to } of partsOf(sentence).filter(({ isSpoken }) => !isSpoken)) {
    const part = words.slice(from, to);
    for (const { subject, verb } of readStatements(readPhrases(part), part).actions)
      if (subject.name && !verb.isPerfect && !verb.isPassive && !verb.isParticiple && !verbsOfTheDead.has(verb.lemma))
        actors.add(subject.name.name);
  }
  for (const [at, word] of words.entries()) if (word.name && isSpeaker(words, at)) actors.add(word.name.name);
  return actors;
}

/** “said Tom”, “Tom said”, beside direct speech. */
function isSpeaker(words: readonly TaggedWord[], at: number): boolean {
  if (!words.some(({ isSpoken }) => isSpoken)) return false;
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (!word || !isNarrated(word) || after?.lemma === "'s") return false;
  // “Tom had said” was before.
  if (after && speechVerbs.has(after.lower)) return isNarrated(after);
  return before !== undefined && speechVerbs.has(before.lower) && isNarrated(before) && words[at - 2]?.lemma !== 'have';
}
