import { countWords } from '@inkbear/prose/word-count';
import {
  type BookTask,
  type CoachTask,
  isPartTask,
  isReadTask,
  type OptionsTask,
  type OutlineTask,
  type PartTask,
  type QuizTask,
  type ReadTask,
  type RewriteTask,
  type TitlesTask,
} from '../generations/task.ts';
import { buildPartRequest } from './part-requests.ts';
import { jsonInstruction, namesInstruction, type PromptRequest } from './prompt-request.ts';
import { buildReadRequest } from './read-request.ts';
import { data, optionData, passage, outputTokensFor } from './prompt.ts';

const instructions = {
  rewrite: 'Rewrite this text so that it reads better. Keep the events, the point of view and the tense.',
  expand: 'Expand this text. Keep every event and add to it.',
  tone: 'Change the tone of this text. Keep the events.',
  polish: 'Polish this text: grammar, rhythm, word choice. Change as little as possible.',
  instruct:
    'Change this text as the data named "request" asks. Keep everything else: events, point of view, tense and length.',
} as const;

const chapterShape = '{"number": integer, "title": string, "description": string, "keyPoints": [string]}';
const outlineShape = `{"overview": string, "targetAudience": string, "chapters": [${chapterShape}]}`;
const adviceShape = '{"feedback": string, "strengths": [string], "improvements": [string], "suggestions": [string]}';
const titlesShape = '{"titles": [{"title": string, "subtitle": string or null, "reason": string}]}';
const genreShape =
  '{"recommendedGenre": string, "confidence": number from 0 to 1, ' +
  '"explanation": string, "alternativeGenres": [string]}';

/** Builds the end of a prompt: the text that is worked on and the instruction. */
export function buildRequest(task: BookTask | PartTask | ReadTask): PromptRequest {
  if (isReadTask(task)) return buildReadRequest(task);
  return isPartTask(task) ? buildPartRequest(task) : buildBookRequest(task);
}

function buildBookRequest(task: BookTask): PromptRequest {
  switch (task.kind) {
    case 'coach':
    case 'titles':
    case 'quiz':
    case 'outline':
      return buildIdea(task);
    case 'generate':
      return {
        expects: 'text',
        maxOutputTokens: outputTokensFor(task.targetWords),
        text: [
          data('request', `${task.chapterTitle}\n${task.description}`),
          `Write this chapter in full, about ${task.targetWords} words, as finished prose in paragraphs.`,
          task.enhanced ? ` ${namesInstruction}` : '',
        ].join(''),
      };
    case 'rewrite':
    case 'expand':
    case 'tone':
    case 'polish':
    case 'instruct':
      return buildEdit(task);
    case 'extend':
      return {
        expects: 'text',
        maxOutputTokens: outputTokensFor(task.additionalWords),
        text: [
          data('text', task.content),
          `Continue this text from its end with about ${task.additionalWords} words. `,
          'Reply with the new part only.',
        ].join(''),
      };
    case 'options':
      return {
        expects: 'options',
        maxOutputTokens: outputTokensFor(countWords(task.selectedText) * task.count * 2),
        text: [
          optionData(task.option),
          passage(task.selectedText, task.around),
          `Write ${task.count} different versions (${task.type}${task.option ? ', as "option" says' : ''}), `,
          `in ${spellingOf(task)} spelling. `,
          jsonInstruction('{"options": [string]}'),
        ].join(''),
      };
  }
}

/** What the author has decided for the book counts more than the setting of the request. */
const spellingOf = ({ context, spelling }: OptionsTask): string =>
  (context.style.dialect ?? spelling) === 'uk' ? 'British' : 'American';

function buildEdit(task: RewriteTask): PromptRequest {
  return {
    expects: 'text',
    maxOutputTokens: outputTokensFor(countWords(task.content) * (task.kind === 'expand' ? 2 : 1.3)),
    text: [
      task.kind === 'instruct' ? data('request', task.option ?? '') : optionData(task.option),
      passage(task.content, task.around),
      instructions[task.kind],
      task.option && task.kind !== 'instruct' ? ' "option" names the aim.' : '',
    ].join(''),
  };
}

function buildIdea(task: CoachTask | TitlesTask | QuizTask | OutlineTask): PromptRequest {
  switch (task.kind) {
    case 'coach':
      return {
        expects: 'advice',
        maxOutputTokens: 1500,
        text: [
          data('genre', task.genre),
          data('chapter', task.content),
          data('question', task.question),
          'Answer this question about the chapter of a book of that genre, ',
          'as a kind and exact writing coach who quotes the text. Write no new text for the author. ',
          jsonInstruction(adviceShape),
        ].join(''),
      };
    case 'titles':
      return {
        expects: 'titles',
        maxOutputTokens: 1500,
        text: [
          data('topic', task.topic),
          data('genre', task.genre),
          'Suggest 8 titles for a book of that genre. ',
          jsonInstruction(titlesShape),
        ].join(''),
      };
    case 'quiz':
      return {
        expects: 'genre',
        maxOutputTokens: 800,
        text: [data('answers', answersOf(task)), 'Which genre fits this writer? ', jsonInstruction(genreShape)].join(
          '',
        ),
      };
    case 'outline':
      return {
        expects: 'outline',
        maxOutputTokens: 8000,
        text: [
          data('title', task.title),
          data('genre', task.genre),
          data('notes', task.notes),
          `Plan a book of that genre, of about ${task.targetLength} words. `,
          jsonInstruction(outlineShape),
        ].join(''),
      };
  }
}

const answersOf = ({ interests, expertise, writingGoals, timeCommitment }: QuizTask): string =>
  JSON.stringify({ interests, expertise, goals: writingGoals, time: timeCommitment });
