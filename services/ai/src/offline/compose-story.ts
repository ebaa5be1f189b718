import { storyTemplate } from '@inkbear/contracts/stories/story-templates';
import type { StoryContext, StoryTask } from '../generations/story-task.ts';
import { sentencesOf } from '../prompts/sentences.ts';
import { Deck } from './deck.ts';
import { polish } from './rework.ts';
import { enhancementSentences, storyClosings, storyLinks, storyOpenings, toneSentences } from './story-phrases.ts';

const withFinalMark = (sentence: string): string => (/[.!?…]["”’]?$/.test(sentence) ? sentence : `${sentence}.`);
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The person or family that the story is about, as named in its form. */
function subjectOf({ formData }: StoryContext): string {
  const family = (formData['Family Name'] ?? '').trim();
  return (
    (formData["Person's Name"] ?? '').trim() || (family === '' ? 'the person in this story' : `the ${family} family`)
  );
}

/** Sentence templates for short answers. */
const shortAnswers: Readonly<Record<string, (answer: string) => string>> = {
  Achievement: (answer) => `This is what there is to tell of: ${answer}`,
  'Personal Qualities': (answer) => `Those who were close say it in a few words: ${answer}`,
  'Current Position': (answer) => `Today the answer to “and what do you do?” is: ${answer}`,
  'Key Skills/Strengths': (answer) => `What others come for is soon said: ${answer}`,
  Milestone: (answer) => `The occasion has a name: ${answer}`,
  'Main Characters': (answer) => `These are the people in it: ${answer}`,
};
/** Form fields that do not become part of the text. */
const nonTextFields = new Set(["Person's Name", 'Family Name', 'Story Length', 'Celebration Theme']);

/** Form fields with memories. Linking sentences are inserted between the sentences of these answers. */
const memoryFields = new Set(['Journey Details', 'Career Path', 'Life Story', 'Special Memories', 'Family History']);

/**
 * Composes a draft of the author's answers, in the order of the form and in the author's sentences. It adds no facts, so
 * the length depends on the answers.
 */
function composeStory(story: StoryContext, variant: number): string {
  const deck = new Deck(`${story.id}:${variant}`);
  const fill = (sentence: string) =>
    upper(
      sentence
        .replaceAll(/(^|[.!?] ){who}/g, (_all, before: string) => before + upper(subjectOf(story)))
        .replaceAll('{who}', subjectOf(story)),
    );
  const paragraphs = [fill(deck.draw(storyOpenings))];
  for (const { label } of storyTemplate(story.storyType).prompts) {
    const answer = (story.formData[label] ?? '').trim();
    if (answer === '' || nonTextFields.has(label)) continue;
    const toSentence = shortAnswers[label];
    if (toSentence) paragraphs.push(withFinalMark(toSentence(answer)));
    else {
      const sentences = sentencesOf(answer).map(withFinalMark);
      for (let at = 0; at < sentences.length; at += 2) {
        const link = memoryFields.has(label) ? [deck.draw(storyLinks)] : [];
        paragraphs.push([...sentences.slice(at, at + 2), ...link].join(' '));
      }
    }
  }
  return [...paragraphs, fill(deck.draw(storyClosings))].join('\n\n');
}

/** Adds one of these sentences after every `every`-th paragraph. */
function interleave(
  text: string,
  sentences: readonly string[],
  { story, variant, every }: { story: StoryContext; variant: number; every: number },
): string {
  const deck = new Deck(`${story.id}:${sentences[0] ?? ''}:${variant}`);
  return polish(text)
    .split(/\n{2,}/)
    .map((paragraph, index) =>
      index % every === 0
        ? `${paragraph} ${upper(deck.draw(sentences).replaceAll('{who}', subjectOf(story)))}`
        : paragraph,
    )
    .join('\n\n');
}

/** Drops every other sentence between the first and last ones of each paragraph. */
const condense = (text: string): string =>
  polish(text)
    .split(/\n{2,}/)
    .map((paragraph) => {
      const sentences = sentencesOf(paragraph);
      return sentences.length <= 2
        ? paragraph
        : [
            sentences[0],
            ...sentences.slice(1, -1).filter((_sentence, index) => index % 2 === 1),
            sentences.at(-1),
          ].join(' ');
    })
    .join('\n\n');

/** Splits sentences at semicolons. */
const clarify = (text: string): string =>
  polish(text.replaceAll(/;\s+(\p{L})/gu, (_all, letter: string) => `. ${letter.toUpperCase()}`));

/** The offline provider's reply to a request about a story. */
export function answerStory(task: StoryTask, variant: number): string {
  const { story } = task;
  switch (task.kind) {
    case 'story-generate':
      return composeStory(story, variant);
    case 'story-polish':
      return polish(task.content);
    case 'story-tone':
      return interleave(task.content, toneSentences[task.tone], { story, variant, every: 2 });
    case 'story-length':
      return task.adjustment === 'condense'
        ? condense(task.content)
        : interleave(task.content, storyLinks, { story, variant, every: 1 });
    case 'story-enhance':
      return task.enhancement === 'clarity'
        ? clarify(task.selectedText)
        : interleave(task.selectedText, enhancementSentences[task.enhancement], { story, variant, every: 2 });
  }
}
