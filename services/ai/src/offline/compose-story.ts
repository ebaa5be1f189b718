import { storyTemplate } from '@inkbear/contracts/stories/story-templates';
import type { StoryContext, StoryTask } from '../generations/story-task.ts';
import { capitalise, sentencesOf } from '../prompts/sentences.ts';
import { SeededRandom } from './seeded-random.ts';
import { polish } from './rework.ts';
import { enhancementSentences, storyClosings, storyLinks, storyOpenings, toneSentences } from './story-phrases.ts';

const withFinalMark = (sentence: string): string => (/[.!?…]["”’]?$/.test(sentence) ? sentence : `${sentence}.`);

/** The person or family that the story is about, as named in its form. */
function subjectOf({ formData }: StoryContext): string {
  const family = (formData['Family Name'] ?? '').trim();
  return (
    (formData["Person's Name"] ?? '').trim() || (family === '' ? 'the person in this story' : `the ${family} family`)
  );
}

/** Sentence templates for answers of a few words, by form field. */
const shortAnswerTemplates: Readonly<Record<string, (answer: string) => string>> = {
  Achievement: (answer) => `This story celebrates an achievement: ${answer}`,
  'Personal Qualities': (answer) => `A few words say a great deal here: ${answer}`,
  'Current Position': (answer) => `Today the answer to “and what do you do?” is: ${answer}`,
  'Key Skills/Strengths': (answer) => `The strengths are quickly named: ${answer}`,
  Milestone: (answer) => `The occasion has a name: ${answer}`,
  'Main Characters': (answer) => `These are the people in it: ${answer}`,
};
/** Form fields that are not copied into the text. */
const nonTextFields = new Set(["Person's Name", 'Family Name', 'Story Length', 'Celebration Theme']);

/** Form fields with memories. A linking sentence follows every two sentences of these answers. */
const memoryFields = new Set(['Journey Details', 'Career Path', 'Life Story', 'Special Memories', 'Family History']);

/**
 * Composes a draft from the author's own sentences, in the order of the form. It adds no facts, so the length depends
 * on the answers.
 */
function composeStory(story: StoryContext, variant: number): string {
  const random = new SeededRandom(`${story.id}:${variant}`);
  const fill = (sentence: string) =>
    capitalise(
      sentence
        .replaceAll(/(^|[.!?] ){who}/g, (_all, before: string) => before + capitalise(subjectOf(story)))
        .replaceAll('{who}', subjectOf(story)),
    );
  const paragraphs = [fill(random.pick(storyOpenings))];
  for (const { label } of storyTemplate(story.storyType).prompts) {
    const answer = (story.formData[label] ?? '').trim();
    if (answer === '' || nonTextFields.has(label)) continue;
    const toSentence = shortAnswerTemplates[label];
    if (toSentence) paragraphs.push(withFinalMark(toSentence(answer)));
    else {
      const sentences = sentencesOf(answer).map(withFinalMark);
      for (let at = 0; at < sentences.length; at += 2) {
        const link = memoryFields.has(label) ? [random.pick(storyLinks)] : [];
        paragraphs.push([...sentences.slice(at, at + 2), ...link].join(' '));
      }
    }
  }
  return [...paragraphs, fill(random.pick(storyClosings))].join('\n\n');
}

/** Polishes the text and adds one of these sentences to every `every`-th paragraph, beginning with the first. */
function interleave(
  text: string,
  sentences: readonly string[],
  { story, variant, every }: { story: StoryContext; variant: number; every: number },
): string {
  const random = new SeededRandom(`${story.id}:${sentences[0] ?? ''}:${variant}`);
  return polish(text)
    .split(/\n{2,}/)
    .map((paragraph, index) =>
      index % every === 0
        ? `${paragraph} ${capitalise(random.pick(sentences).replaceAll('{who}', subjectOf(story)))}`
        : paragraph,
    )
    .join('\n\n');
}

/** Drops every other sentence of each paragraph, but never the first and the last one. */
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

/** Polishes the text and splits its sentences at semicolons. */
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
