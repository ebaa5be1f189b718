import { storyTemplate } from '@inkbear/contracts/stories/story-templates';
import { countWords } from '@inkbear/prose/word-count';
import type { StoryContext, StoryTask } from '../generations/story-task.ts';
import { data, passage, type Prompt, systemInstructions, outputTokensFor } from './prompt.ts';

const enhancements = {
  emotion: 'Give this passage more emotional depth and feeling.',
  description: 'Give this passage more vivid, sensory details.',
  dialogue: 'Improve the dialogue of this passage, or add some that has meaning.',
  clarity: 'Improve the clarity and readability of this passage.',
} as const;
const lengths = {
  expand: 'Make this story about half as long again: dwell on its scenes, add no new facts.',
  condense: 'Make this story about a third shorter. Keep every person, every fact and the order of events.',
} as const;
const tones = {
  heartwarming: 'heartwarming and tender',
  inspirational: 'inspirational and encouraging',
  reflective: 'reflective and calm',
  celebratory: 'celebratory and joyful',
} as const;

/** The facts of a story: its title, its kind and the answers in its form. */
export function storyFacts({ title, storyType, formData }: StoryContext): string {
  const { title: kind, prompts } = storyTemplate(storyType);
  const answers = prompts.flatMap(({ label }) =>
    (formData[label] ?? '').trim() === '' ? [] : [`${label}: ${formData[label] ?? ''}`],
  );
  return [`Title: ${title}`, `Kind of story: ${kind}`, ...answers].join('\n');
}

const storyPrefix = (story: StoryContext): string =>
  [
    systemInstructions,
    'This is a personal story about real people. Use only the names and facts in the data; invent no dates, places, illnesses, relatives or quarrels.',
    data('story', storyFacts(story)),
    data('synopsis', story.synopsis),
  ].join('\n');

/** Builds the prompt of a request about a story. */
export function buildStoryPrompt(task: StoryTask): Omit<Prompt, 'nonce'> {
  const stable = storyPrefix(task.story);
  const promptOf = (words: number, volatile: string): Omit<Prompt, 'nonce'> => ({
    stable,
    bookLength: stable.length,
    expects: 'text',
    maxOutputTokens: outputTokensFor(words),
    volatile,
  });
  switch (task.kind) {
    case 'story-generate':
      return promptOf(
        task.story.targetWordCount,
        `Write this story in full, about ${task.story.targetWordCount} words, as finished prose in paragraphs, warm and exact, with a beginning that makes the reader curious and an ending that works when it is read aloud.`,
      );
    case 'story-polish':
      return promptOf(
        countWords(task.content) * 1.3,
        `${data('text', task.content)}Polish this text: grammar, rhythm, word choice. Change as little as possible.`,
      );
    case 'story-tone':
      return promptOf(
        countWords(task.content) * 1.5,
        `${data('text', task.content)}Make the tone of this story ${tones[task.tone]}. Keep the events.`,
      );
    case 'story-length':
      return promptOf(countWords(task.content) * 2, `${data('text', task.content)}${lengths[task.adjustment]}`);
    case 'story-enhance':
      return promptOf(
        countWords(task.selectedText) * 3,
        `${passage(task.selectedText, task.around, 'the story')}${data('request', task.instruction)}${enhancements[task.enhancement]} Keep its facts.`,
      );
  }
}
