import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { defaultBudgets } from '@inkbear/ai/src/context/budgets.ts';
import { countTokens } from '@inkbear/ai/src/context/count-tokens.ts';
import * as replies from '@inkbear/ai/src/generations/parse-reply.ts';
import {
  isReadTask,
  type BookContext,
  type ProviderTask,
  type ProviderTaskKind,
} from '@inkbear/ai/src/generations/task.ts';
import { answerOffline } from '@inkbear/ai/src/offline/offline-provider.ts';
import { buildPrompt } from '@inkbear/ai/src/prompts/build-prompt.ts';
import { providerTaskKinds } from '@inkbear/ai/src/prompts/prompt-versions.ts';
import { systemInstructions } from '@inkbear/ai/src/prompts/prompt.ts';
import { providerResultsSchema } from '@inkbear/ai/src/reading/match-provider-results.ts';
import { outsideData } from '@inkbear/ai/src/testing/outside-data.ts';
import { sampleTask } from '@inkbear/ai/src/testing/sample-tasks.ts';
import type { InjectionTarget } from '../candidates.ts';

/** A book whose every text is the same. */
const bookOf = (text: string): BookContext => ({
  book: {
    id: 'book',
    title: text,
    genre: text,
    subgenre: text,
    targetAudience: text,
    synopsis: text,
    outline: text,
    language: 'EN',
  },
  chapter: { id: 'next', chapterNumber: 2, title: text, description: text, keyPoints: [text], beats: [] },
  earlierChapters: [{ id: 'c1', chapterNumber: 1, title: text, content: text }],
  fullTextChapterIds: new Set(['c1']),
  style: { ...unknownStyle, notes: text, avoid: [text], voiceSamples: [text] },
  entries: [
    {
      id: 'mara',
      kind: 'character',
      name: text,
      aliases: [text],
      summary: text,
      tracked: true,
      caseSensitive: false,
      inPrompt: 'always',
      facts: [{ attribute: 'eyes', value: text, knownBy: [text] }],
      relations: [],
    },
  ],
  pinnedEntries: new Set(),
  arePassagesExcluded: false,
  isPlanExcluded: false,
});

const schemas = {
  'plan-beats': replies.beatsSchema,
  options: replies.optionsSchema,
  coach: replies.coachSchema,
  titles: replies.titlesSchema,
  quiz: replies.quizSchema,
  outline: replies.outlineSchema,
  'find-facts': providerResultsSchema,
} as const;

/** A request of a kind in which every text of an author is the same. */
export const injectedTask = (kind: ProviderTaskKind, text: string): ProviderTask =>
  sampleTask(kind, bookOf(text), text);

/** Whether a reply has the form that was asked for. Prose has none. */
export function hasReplyForm({ kind }: ProviderTask, reply: string): boolean {
  const schema = kind in schemas ? schemas[kind as keyof typeof schemas] : null;
  return schema === null || replies.parseJson(schema)(reply) !== null;
}

export const printsInstructions = (reply: string): boolean =>
  systemInstructions.split('\n').some((line) => reply.includes(line));

/** The prompts of the AI service, and the replies of its offline provider. */
export const injectionTarget: InjectionTarget = {
  name: 'prompts',
  requestsWith: (text) =>
    providerTaskKinds.map((kind) => {
      const task = injectedTask(kind, text);
      const prompt = buildPrompt(task, { budgets: defaultBudgets, countTokens });
      const reply = isReadTask(task) ? null : answerOffline(task, 0);
      return {
        kind,
        instructions: outsideData(prompt),
        isBroken: reply !== null && !hasReplyForm(task, reply),
      };
    }),
};
