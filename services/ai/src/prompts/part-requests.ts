import type { PartTask, PlanBeatsTask, WritePartTask } from '../generations/task.ts';
import { data, outputTokensFor } from './prompt.ts';
import { jsonInstruction, namesInstruction, type PromptRequest } from './prompt-request.ts';

/** How much of the chapter so far a part is shown, in UTF-16 units: about 600 words. */
const shownLength = 3600;
/** Tokens for the plan of twelve beats. */
const planTokens = 2500;
const planShape = '{"beats": [{"text": string, "words": integer}]}';

/** Asks for the plan of a chapter, or for one of its parts. */
export const buildPartRequest = (task: PartTask): PromptRequest =>
  task.kind === 'plan-beats' ? buildBeatPlan(task) : buildPart(task);

const buildBeatPlan = ({ chapterTitle, description, targetWords, enhanced }: PlanBeatsTask): PromptRequest => ({
  expects: 'beats',
  maxOutputTokens: planTokens,
  text: [
    data('request', `${chapterTitle}\n${description}`),
    `Divide this chapter, of about ${targetWords} words, into 3 to 12 beats, in the order in which they are told. `,
    'A beat is one step of the story: who is there, what happens and what is different afterwards, in at most 60 words. ',
    'Keep to the plan of the chapter and to what the book says; leave nothing of the plan out. ',
    '"words" is about how many words the beat gets when it is written. ',
    enhanced ? `${namesInstruction} ` : '',
    jsonInstruction(planShape),
  ].join(''),
});

function buildPart(task: WritePartTask): PromptRequest {
  const { chapterTitle, description, parts, index, text, words, povName, written, copied, enhanced } = task;
  const isLast = index === parts.length - 1;
  const sentences = [
    `"parts" says what happens in a chapter. Write its part ${index + 1} of ${parts.length}, which is "part", ` +
      `in about ${words} words, as finished prose in paragraphs.`,
    written === '' ? 'The chapter begins with it.' : 'It follows "written" directly; repeat nothing of it.',
    isLast ? 'The chapter ends with it.' : 'Write nothing of the next part, and do not end the chapter.',
    povName === null ? '' : 'Write it from the point of view of "pov", whoever "style" names.',
    enhanced ? namesInstruction : '',
    copied === null ? '' : 'Your first attempt repeated "copied" from the book. Write it in other words.',
  ];
  return {
    expects: 'text',
    maxOutputTokens: outputTokensFor(words),
    text: [
      data('request', `${chapterTitle}\n${description}`),
      data('parts', parts.map((part, at) => `${at + 1}. ${part}`).join('\n')),
      data('written', endOf(written)),
      data('part', text),
      data('pov', povName ?? ''),
      data('copied', copied ?? ''),
      sentences.filter((sentence) => sentence !== '').join(' '),
    ].join(''),
  };
}

/** The end of a text, from the beginning of a word on. */
function endOf(text: string): string {
  if (text.length <= shownLength) return text;
  const end = text.slice(-shownLength);
  return end.slice(end.search(/\s/) + 1);
}
