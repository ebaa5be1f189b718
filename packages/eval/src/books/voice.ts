import type { Random } from '../random.ts';

/** How an invented author writes. Shares and rates are from 0 to 1. */
export interface Voice {
  /** The share of paragraphs that are dialogue. */
  readonly dialogue: number;
  /** Sentences of a paragraph of narration. */
  readonly paragraph: readonly [number, number];
  /** How often two sentences become one, and with which words. */
  readonly joins: number;
  readonly joiners: readonly string[];
  readonly adverbs: number;
  readonly contractions: number;
  /** Which sentence patterns the author prefers; 0 for no preference. */
  readonly habit: number;
  /** How often “on” becomes “upon”. */
  readonly upon: number;
  /** How often a paragraph of narration is a thought. */
  readonly thoughts: number;
  /** How often a line of dialogue ends with an exclamation mark. */
  readonly exclamations: number;
  /** Words before a sentence, and how often. */
  readonly openers: readonly string[];
  readonly opened: number;
}

export const plainVoice: Voice = {
  dialogue: 0.4,
  paragraph: [2, 4],
  joins: 0.15,
  joiners: [', and ', '; '],
  adverbs: 0.2,
  contractions: 0.3,
  habit: 0,
  upon: 0,
  thoughts: 0.12,
  exclamations: 0.05,
  openers: ['Then', 'Still,', 'After a moment'],
  opened: 0.05,
};

/** Authors that differ as authors do: in rhythm, dialogue, contractions, connectives. */
const variations: readonly Partial<Voice>[] = [
  {},
  { dialogue: 0.55, paragraph: [1, 2], joins: 0.02, contractions: 0.9, adverbs: 0.05, thoughts: 0.05 },
  { dialogue: 0.2, paragraph: [4, 7], joins: 0.5, joiners: ['; '], contractions: 0, upon: 0.6 },
  { paragraph: [3, 5], joins: 0.4, joiners: [', and ', ', but '], adverbs: 0.6, thoughts: 0.25 },
  {
    dialogue: 0.6,
    exclamations: 0.3,
    contractions: 0.7,
    adverbs: 0.35,
    openers: ['And', 'But', 'So'],
    opened: 0.25,
  },
  { dialogue: 0.3, paragraph: [3, 6], joins: 0.3, joiners: [' – ', '; '], openers: ['Yet', 'Now'], opened: 0.15 },
];

/** Authors that differ as authors do: in rhythm, dialogue, contractions, connectives and favourite sentence patterns. */
export const voices: readonly Voice[] = variations.map((variation, at) => ({
  ...plainVoice,
  ...variation,
  habit: at + 1,
}));

/** How often an author takes one of the preferred patterns, which are half of all. */
const habitShare = 0.7;

/** The patterns of which an author chooses the next one. */
export function preferred<T>(items: readonly T[], { habit }: Voice, random: Random): readonly T[] {
  if (habit === 0 || !random.chance(habitShare)) return items;
  // Bits of a product are spread evenly enough to divide a list in a different way for each author.
  return items.filter((_item, at) => (Math.imul(at + 1, 0x9e3779b1 + habit * 0x85ebca6b) >>> 16) % 2 === 0);
}

const contractions: readonly (readonly [string, string])[] = [
  ['did not ', 'didn’t '],
  ['do not ', 'don’t '],
  ['could not ', 'couldn’t '],
  ['would not ', 'wouldn’t '],
  ['had not ', 'hadn’t '],
  ['was not ', 'wasn’t '],
  ['is not ', 'isn’t '],
  ['It is ', 'It’s '],
  ['it is ', 'it’s '],
  ['That is ', 'That’s '],
  ['There is ', 'There’s '],
  [' shall ', '’ll '],
];

/** Words that stand at the start of a sentence in capitals only because they stand there. */
const startWords = new Set(
  'He She Still Then After And But So Yet Now While Time Halfway By Because For One Before Towards At Between Late Near Under Beside Out The It Nobody There Behind When With Outside In All On They Beyond Somebody Someone Somehow Past Perhaps Nothing Even A'.split(
    ' ',
  ),
);

const lowerStart = (sentence: string): string => {
  const [first = ''] = sentence.split(' ', 1);
  return startWords.has(first.replace(',', '')) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
};

/** Applies what a voice does to single sentences. */
export function inVoice(sentence: string, voice: Voice, random: Random): string {
  let text = sentence;
  for (const [long, short] of contractions)
    text = text.replaceAll(long, () => (random.chance(voice.contractions) ? short : long));
  text = text.replaceAll(' on the ', () => (random.chance(voice.upon) ? ' upon the ' : ' on the '));
  return random.chance(voice.opened) ? `${random.pick(voice.openers)} ${lowerStart(text)}` : text;
}

/** Joins the sentences of a paragraph, some of them to longer ones. */
export function joinSentences(sentences: readonly string[], voice: Voice, random: Random): string {
  return sentences.reduce((text, sentence) => {
    if (text === '') return sentence;
    const canJoin = text.endsWith('.') && sentence.endsWith('.');
    return canJoin && random.chance(voice.joins)
      ? text.slice(0, -1) + random.pick(voice.joiners) + lowerStart(sentence)
      : `${text} ${sentence}`;
  }, '');
}
