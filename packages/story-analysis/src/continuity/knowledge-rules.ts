import type { FactPassage } from '../extract/extract-facts.ts';
import { findSpeaker } from '../extract/references.ts';
import type { TaggedSentence, TaggedWord } from '../extract/tagged-words.ts';
import { valueWords } from '../extract/value-numbers.ts';
import { wordList } from '../extract/word-list.ts';
import {
  type CheckedStory,
  type Contradiction,
  type ConfirmedFact,
  isBefore,
  isFlashback,
  type Rule,
  type StoryPoint,
} from './checked-story.ts';
import { isNarrated, placeOf, sentenceAt } from './sentences.ts';

/** A paragraph in which somebody speaks. */
interface Speech {
  readonly chapter: number;
  readonly speaker: string;
  readonly sentences: readonly TaggedSentence[];
  /** The spoken words in lower case. */
  readonly spoken: ReadonlySet<string>;
}

/** Somebody speaks of a fact that, by the story bible, only others know at this point. */
export const knowsTooEarlyRule: Rule = (story) => {
  const secrets = story.confirmedFacts.filter(({ knownBy }) => knownBy !== null);
  if (secrets.length === 0) return [];
  const speeches = new SpeechIndex(speechesOf(story));
  const groups = Map.groupBy(secrets, ({ name, attribute, value }) => JSON.stringify([name, attribute, value]));
  return [...groups.values()].flatMap((facts) =>
    speeches.listAbout(facts[0]?.value ?? '').flatMap((speech) => earlyKnowledge(story, facts, speech) ?? []),
  );
};

/** Maximum number of paragraphs that are read for one secret. */
const maxSpeeches = 200;

/** Finds the paragraphs in which the rarest word of a text is spoken. */
class SpeechIndex {
  readonly #byWord = new Map<string, Speech[]>();

  constructor(speeches: readonly Speech[]) {
    for (const speech of speeches)
      for (const word of speech.spoken) {
        const known = this.#byWord.get(word) ?? [];
        this.#byWord.set(word, known);
        known.push(speech);
      }
  }

  listAbout(text: string): readonly Speech[] {
    const lists = meaningfulWords(text).map((word) => this.#byWord.get(word) ?? []);
    const rarest = lists.toSorted((a, b) => a.length - b.length)[0] ?? [];
    return rarest.slice(0, maxSpeeches);
  }
}

function earlyKnowledge(story: CheckedStory, facts: readonly ConfirmedFact[], speech: Speech): Contradiction | null {
  const [fact] = facts;
  const sentence = fact && speech.sentences.find(({ words }) => tellsValue(words, fact.value));
  if (!fact || !sentence) return null;
  const point = { chapter: speech.chapter, at: sentence.from };
  const known = facts.find((one) => isValidAt(one, point));
  if (!known || known.knownBy?.includes(speech.speaker) !== false) return null;
  const learned = facts.find(({ knownBy }) => knownBy?.includes(speech.speaker) === true);
  const place = learned && placeAt(story, learned.since);
  const { speaker } = speech;
  return {
    rule: 'knows-too-early',
    severity: 'error',
    text: place
      ? `${speaker} speaks of this before learning it.`
      : `${speaker} speaks of this without ever learning it.`,
    names: [speaker, fact.name],
    places: [placeOf(speech.chapter, sentence), ...(place ? [place] : [])],
  };
}

const isValidAt = ({ since, until }: ConfirmedFact, point: StoryPoint): boolean =>
  !isBefore(point, since) && (until === null || isBefore(point, until));

function placeAt({ chapters }: CheckedStory, point: StoryPoint): FactPassage | null {
  const sentence = sentenceAt(chapters, point);
  return sentence ? placeOf(point.chapter, sentence) : null;
}

const stopWords = wordList(
  'a an the of to in on at is was were are be been had has have that this it its his her their',
);

const meaningfulWords = (text: string): string[] => valueWords(text).filter((word) => !stopWords.has(word));

/** Whether the spoken words have all the words of a value that mean something. */
function tellsValue(words: readonly TaggedWord[], value: string): boolean {
  const spoken = new Set(words.flatMap(({ lower, isSpoken }) => (isSpoken ? [lower] : [])));
  const wanted = meaningfulWords(value);
  return wanted.length > 0 && wanted.every((word) => spoken.has(word));
}

/**
 * The paragraphs with speech and a known speaker, except in flashbacks. The speaker is the name beside a verb of speech,
 * else the only narrated name.
 */
function speechesOf(story: CheckedStory): Speech[] {
  const inOrder = story.chapters.map((sentences, chapter) => (isFlashback(story, chapter) ? [] : sentences));
  return inOrder.flatMap((sentences, chapter) =>
    [...Map.groupBy(sentences, ({ paragraph }) => paragraph).values()].flatMap((paragraph): Speech[] => {
      const words = paragraph.flatMap((sentence) => sentence.words);
      const spoken = new Set(words.flatMap(({ lower, isSpoken }) => (isSpoken ? [lower] : [])));
      if (spoken.size === 0) return [];
      const speaker = findSpeaker(paragraph, ({ name }) => name)?.name ?? onlyName(words);
      return speaker === null ? [] : [{ chapter, speaker, sentences: paragraph, spoken }];
    }),
  );
}

function onlyName(words: readonly TaggedWord[]): string | null {
  const names = new Set(
    words.flatMap((word) => (word.name?.kind === 'character' && isNarrated(word) ? [word.name.name] : [])),
  );
  const [only, ...others] = names;
  return others.length === 0 ? (only ?? null) : null;
}

/** A thread of the author's bible that is closed before it is opened. */
export const threadClosedEarlyRule: Rule = (story) =>
  threadsOf(story).flatMap(({ name, opened, closed }): Contradiction[] => {
    if (!opened || !closed || !isBefore(closed, opened)) return [];
    if (isFlashback(story, opened.chapter) || isFlashback(story, closed.chapter)) return [];
    const places = [closed, opened].flatMap((point) => placeAt(story, point) ?? []);
    return [
      {
        rule: 'thread-closed-early',
        severity: 'warning',
        text: `“${name}” is closed here and opened there.`,
        names: [name],
        places,
      },
    ];
  });

/** A thread of the author's bible that is opened and never closed. */
export const threadNeverClosedRule: Rule = (story) =>
  threadsOf(story).flatMap(({ name, opened, closed }): Contradiction[] => {
    const place = opened && !closed ? placeAt(story, opened) : null;
    return place
      ? [
          {
            rule: 'thread-never-closed',
            severity: 'note',
            text: `“${name}” is opened here and never closed.`,
            names: [name],
            places: [place],
          },
        ]
      : [];
  });

interface Thread {
  readonly name: string;
  /** Where it is opened and closed first; undefined if it never is. */
  readonly opened: StoryPoint | undefined;
  readonly closed: StoryPoint | undefined;
}

function threadsOf({ confirmedFacts }: CheckedStory): Thread[] {
  const steps = confirmedFacts.filter(({ attribute }) => attribute === 'progress');
  return [...Map.groupBy(steps, ({ name }) => name)].map(([name, facts]) => {
    const first = (value: string): StoryPoint | undefined =>
      facts.filter((fact) => fact.value === value).toSorted((a, b) => (isBefore(a.since, b.since) ? -1 : 1))[0]?.since;
    return { name, opened: first('opened'), closed: first('closed') };
  });
}
