import { z } from 'zod';
import { body, id } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** Chapters that one request reads. */
export const readingChaptersMax = 100;

/**
 * - `read`: what was found is proposed in the story bible
 * - `changed`: the chapter was saved meanwhile, so nothing of it was proposed
 * - `failed`: the provider did not answer, or not in the form that was asked for
 * - `waiting`: not read yet; when the reading has ended, `stopped` says why it was never read
 */
const chapterOutcome = z.enum(['read', 'changed', 'failed', 'waiting']);
export type ChapterOutcome = z.infer<typeof chapterOutcome>;

/**
 * - `facts`: propose names and facts for the story bible
 * - `summary`: summarise for the prompts of later chapters
 * - `continuity`: list contradictions with confirmed facts of other chapters as findings
 */
const readingTask = z.enum(['facts', 'summary', 'continuity']);
export type ReadingTask = z.infer<typeof readingTask>;

const readingProgress = z.object({
  /** In the order of the request. */
  chapters: z
    .array(
      z.object({
        chapterId: id,
        state: chapterOutcome,
        /** How many entries, facts and relations are new proposals. */
        proposals: z.int().min(0),
        /** Contradictions that are listed as findings. */
        contradictions: z.int().min(0),
      }),
    )
    .max(readingChaptersMax),
  /** Tokens that the provider has spent so far. */
  tokens: z.int().min(0),
  /** For the author, why the remaining chapters were not read; null while all goes well. */
  stopped: z.string().nullable(),
});
export type ReadingProgress = z.infer<typeof readingProgress>;

export const estimateReading = defineRoute({
  id: 'estimateReading',
  owner: 'ai',
  method: 'GET',
  path: '/api/ai/reading/estimate',
  summary: 'How much a reading of the chapters that changed since the last one would cost',
  access: 'user',
  rate: 'read',
  query: z.object({ bookId: id }),
  responses: {
    200: z.object({
      /** The chapters with words that changed since a provider read them, in reading order. */
      chapterIds: z.array(id).max(5000),
      /** Estimated tokens, replies included. */
      tokens: z.int().min(0),
      /** Of the user's daily tokens; may be over 100. */
      percentOfDay: z.int().min(0),
    }),
  },
  errors: ['books.not_found'],
});

export const readChapters = defineRoute({
  id: 'readChapters',
  owner: 'ai',
  method: 'POST',
  path: '/api/ai/reading',
  summary: 'Read chapters with the AI provider and propose what they say for the story bible',
  access: 'user',
  plan: 'pro',
  rate: 'ai',
  streams: 'progress',
  timeoutMs: 600_000,
  body: body({
    bookId: id,
    chapterIds: z
      .array(id)
      .min(1, 'Please choose a chapter')
      .max(readingChaptersMax, `Please choose at most ${readingChaptersMax} chapters`),
    tasks: z.array(readingTask).min(1).max(readingTask.options.length).default(['facts', 'summary']),
  }),
  responses: { 200: readingProgress },
  errors: [
    'plan.required',
    'plan.read_only',
    'ai.no_model',
    'ai.fair_use',
    'ai.too_busy',
    'ai.suspended',
    'ai.bad_reply',
    'ai.refused',
    'ai.provider_failed',
    'bible.reading_off',
    'bible.extraction_pending',
    'bible.busy',
    'books.not_found',
    'books.chapter_not_found',
  ],
});
