import { storyTemplate } from '@inkbear/contracts/stories/story-templates';
import type { StoryContext, StoryTask } from '../generations/story-task.ts';
import { sentencesOf } from '../prompts/sentences.ts';
import { Deck } from './deck.ts';
import { polish } from './rework.ts';
import { enhancementSentences, storyClosings, storyLinks, storyOpenings, toneSentences } from './story-phrases.ts';

const closed = (sentence: string): string => (/[.!?…]["”’]?$/.test(sentence) ? sentence : `${sentence}.`);
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whom the story is about, as its form says. */
function whoIn({ formData }: StoryContext): string {
  const family = (formData['Family Name'] ?? '').trim();
  return (
    (formData["Person's Name"] ?? '').trim() || (family === '' ? 'the one whom it is about' : `the ${family} family`)
  );
}

/** What the short answers say, each as a sentence. */
const short: Readonly<Record<string, (answer: string) => string>> = {
  Achievement: (answer) => `This is what there is to tell of: ${answer}`,
  'Personal Qualities': (answer) => `Those who were close say it in a few words: ${answer}`,
  'Current Position': (answer) => `Today the answer to “and what do you do?” is: ${answer}`,
  'Key Skills/Strengths': (answer) => `What others come for is soon said: ${answer}`,
  Milestone: (answer) => `The occasion has a name: ${answer}`,
  'Main Characters': (answer) => `These are the people in it: ${answer}`,
};
/** Choices that shape a story and are no part of its text. */
const choices = new Set(["Person's Name", 'Family Name', 'Story Length', 'Celebration Theme']);

/** What was lived through; between its sentences there is room to linger. */
const memories = new Set(['Journey Details', 'Career Path', 'Life Story', 'Special Memories', 'Family History']);

/** A draft from the author's own answers, in the order of the form: every sentence of theirs as they put it, with room between. It claims nothing else about anybody, so it is as long as there is something to tell. */
function composeStory(story: StoryContext, variant: number): string {
  const deck = new Deck(`${story.id}:${variant}`);
  const fill = (sentence: string) =>
    upper(
      sentence
        .replaceAll(/(^|[.!?] ){who}/g, (_all, before: string) => before + upper(whoIn(story)))
        .replaceAll('{who}', whoIn(story)),
    );
  const paragraphs = [fill(deck.draw(storyOpenings))];
  for (const { label } of storyTemplate(story.storyType).prompts) {
    const answer = (story.formData[label] ?? '').trim();
    if (answer === '' || choices.has(label)) continue;
    const told = short[label];
    if (told) paragraphs.push(closed(told(answer)));
    else {
      const sentences = sentencesOf(answer).map(closed);
      for (let at = 0; at < sentences.length; at += 2) {
        const link = memories.has(label) ? [deck.draw(storyLinks)] : [];
        paragraphs.push([...sentences.slice(at, at + 2), ...link].join(' '));
      }
    }
  }
  return [...paragraphs, fill(deck.draw(storyClosings))].join('\n\n');
}

/** The text with one of these sentences after each paragraph, or after every second one. */
function weave(
  text: string,
  sentences: readonly string[],
  { story, variant, every }: { story: StoryContext; variant: number; every: number },
): string {
  const deck = new Deck(`${story.id}:${sentences[0] ?? ''}:${variant}`);
  return polish(text)
    .split(/\n{2,}/)
    .map((paragraph, index) =>
      index % every === 0 ? `${paragraph} ${upper(deck.draw(sentences).replaceAll('{who}', whoIn(story)))}` : paragraph,
    )
    .join('\n\n');
}

/** Paragraphs without what stands between their first and last sentences. */
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

/** Long sentences end where a semicolon stood. */
const clarify = (text: string): string =>
  polish(text.replaceAll(/;\s+(\p{L})/gu, (_all, letter: string) => `. ${letter.toUpperCase()}`));

/** What the offline provider makes of a wish about a story. */
export function answerStory(task: StoryTask, variant: number): string {
  const { story } = task;
  switch (task.kind) {
    case 'story-generate':
      return composeStory(story, variant);
    case 'story-polish':
      return polish(task.content);
    case 'story-tone':
      return weave(task.content, toneSentences[task.tone], { story, variant, every: 2 });
    case 'story-length':
      return task.adjustment === 'condense'
        ? condense(task.content)
        : weave(task.content, storyLinks, { story, variant, every: 1 });
    case 'story-enhance':
      return task.enhancement === 'clarity'
        ? clarify(task.selectedText)
        : weave(task.selectedText, enhancementSentences[task.enhancement], { story, variant, every: 2 });
  }
}
