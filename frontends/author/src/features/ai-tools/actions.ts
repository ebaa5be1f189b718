import type { LimitName } from '@inkbear/contracts/ai/limit';
import { wordsText } from '@inkbear/web-kit/counted.ts';

export type ActionId =
  'generate' | 'rewrite' | 'engaging' | 'extend' | 'polish' | 'expand' | 'tone' | 'instruct' | 'selection';
export interface Option {
  readonly id: string;
  readonly label: string;
  /** The request as a sentence. @param subject what the sentence is about, such as `the chapter` */
  readonly requestFor: (subject: string) => string;
}

const tone = (id: string, label: string): Option => ({
  id: `more_${id}`,
  label,
  requestFor: (subject) => `Make ${subject} more ${id}.`,
});
const expand = (id: string, label: string, what: string): Option => ({
  id,
  label,
  requestFor: (subject) => `Expand ${subject}: ${what}.`,
});

export const toneOptions: readonly Option[] = [
  tone('dramatic', 'Dramatic'),
  tone('humorous', 'Humorous'),
  tone('suspenseful', 'Suspenseful'),
  tone('emotional', 'Emotional'),
  tone('casual', 'Casual'),
  tone('formal', 'Formal'),
];
export const expandOptions: readonly Option[] = [
  expand('add_dialogue', 'Dialogue', 'add dialogue'),
  expand('add_description', 'Description', 'add description'),
  expand('add_action', 'Action', 'add action'),
  expand('expand_scene', 'The scene', 'write the scene out in full'),
  expand('add_emotion', 'Emotion', 'add emotion'),
];

/** Target length, in words, of a generated chapter, and of the text that Extend adds. */
const generatedWords = 3500;
const extensionWords = 1000;
/** The target length of an action, in words; the other actions keep the length of the text. */
export const targetWords: Readonly<Partial<Record<ActionId, number>>> = {
  generate: generatedWords,
  extend: extensionWords,
};
/** How many variations of a selection are generated. */
export const variationCount = 3;

/** The counter of an action on the whole chapter. */
export const wholeChapterLimits: Readonly<Record<Exclude<ActionId, 'selection'>, LimitName>> = {
  generate: 'chapter.generate',
  rewrite: 'chapter.edit',
  engaging: 'chapter.edit',
  extend: 'chapter.edit',
  expand: 'chapter.edit',
  tone: 'chapter.edit',
  instruct: 'chapter.edit',
  polish: 'chapter.polish',
};

/**
 * The request as a sentence above the proposal. `passageWords` is null for the whole chapter; `option` is the instruction
 * of `instruct`.
 */
export function requestText(
  action: ActionId,
  option: string | null,
  title: string,
  passageWords: number | null,
): string {
  const subject = passageWords === null ? 'the chapter' : `the selection of ${wordsText(passageWords)}`;
  switch (action) {
    case 'generate':
      return `Write: “${title}”, about ${wordsText(generatedWords)}.`;
    case 'rewrite':
      return `Rewrite ${subject}.`;
    case 'engaging':
      return 'Enhance the chapter: make it more engaging.';
    case 'extend':
      return `Continue from the end, about ${wordsText(extensionWords)}.`;
    case 'polish':
      return 'Polish the chapter.';
    case 'instruct':
      return `Change ${subject}: “${option ?? ''}”`;
    case 'expand':
    case 'tone':
    case 'selection':
      return (
        [...toneOptions, ...expandOptions].find(({ id }) => id === option)?.requestFor(subject) ?? `Enhance ${subject}.`
      );
  }
}

/** The expected length and duration; `words` is the length of the text that the action works on. */
export function estimateText(action: ActionId, words: number): string {
  if (action === 'generate') return `about ${wordsText(generatedWords)}, in about a minute`;
  const expected =
    action === 'extend'
      ? extensionWords
      : action === 'expand'
        ? words * 1.5
        : action === 'selection'
          ? words * variationCount
          : words;
  return `about ${wordsText(rounded(expected))}, ${2 + Math.round(expected / 280)} seconds`;
}

/** A coarse number, because it is only an estimate. */
function rounded(words: number): number {
  const step = words < 100 ? 5 : words < 1000 ? 10 : 100;
  return Math.max(step, Math.round(words / step) * step);
}
