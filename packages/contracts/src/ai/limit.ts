import { z } from 'zod';
import { id, isoTime, line } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';

export const limitNames = [
  'ideas',
  'coaching',
  'book.title',
  'book.outline',
  'book.words',
  'chapter.generate',
  'chapter.edit',
  'chapter.polish',
  'story.generate',
  'story.enhance',
  'story.polish',
] as const;
export const limitName = z.enum(limitNames);
export type LimitName = z.infer<typeof limitName>;

/** A usage limit, shown before the author clicks. `max` null = fair use, `resetsAt` null = never. */
export const limit = z.object({
  limit: limitName,
  used: z.int(),
  max: z.int().nullable(),
  resetsAt: isoTime.nullable(),
});
export type Limit = z.infer<typeof limit>;
export const limitList = z.array(limit).max(limitNames.length);
const scope = z.object({ bookId: id.optional(), chapterId: id.optional(), storyId: id.optional() });

export const getLimits = defineRoute({
  id: 'getLimits',
  owner: 'ai',
  method: 'GET',
  path: '/api/ai/limits',
  summary: 'Used and remaining AI calls',
  access: 'user',
  rate: 'read',
  query: scope,
  responses: { 200: limitList },
  errors: ['books.not_found', 'books.chapter_not_found', 'stories.not_found'],
});

/**
 * The input of a titles or outline request. It is stored with the result, so that the author can continue from it
 * later.
 */
export const ideaInputSchema = z
  .object({ topic: z.string(), title: z.string(), genre: z.string(), targetLength: z.int(), premise: z.string() })
  .partial();
export type IdeaInput = z.infer<typeof ideaInputSchema>;

/** How many parts of a chapter were written. */
export const partCount = z.object({ done: z.int().min(1), of: z.int().min(1) });
export type PartCount = z.infer<typeof partCount>;

export const listResults = defineRoute({
  id: 'listResults',
  owner: 'ai',
  method: 'GET',
  path: '/api/ai/results',
  summary: 'Finished results of the last 30 days, newest first',
  access: 'user',
  rate: 'read',
  query: scope.extend({
    /** Filter by kind, e.g. `titles`. */
    kind: line(40).optional(),
    /** From the `Link` header of the previous page. */
    cursor: z.string().min(1).max(200).optional(),
  }),
  responses: {
    200: z
      .array(
        z.object({
          resultId: id,
          kind: z.string(),
          createdAt: isoTime,
          text: z.string(),
          variantOf: id.optional(),
          /** The revision of the chapter or story with which the result was requested. */
          askedRev: z.int().optional(),
          /** For a chapter written in parts: how many are done. Fewer than all after a failure or a stop. */
          parts: partCount.optional(),
          /** The form fields with which titles or an outline were requested. */
          asked: ideaInputSchema.optional(),
        }),
      )
      .max(limits.resultsPerPage.rows),
  },
  errors: ['books.not_found', 'books.chapter_not_found', 'stories.not_found'],
});

export const getCoachingStatus = defineRoute({
  id: 'getCoachingStatus',
  owner: 'ai',
  method: 'GET',
  path: '/api/user/coaching-status',
  summary: 'Coaching questions left this month',
  access: 'user',
  rate: 'read',
  responses: { 200: z.object({ remaining: z.int(), resetsAt: isoTime }) },
});

/** The configured AI provider; `offline` composes texts from the book's own data, and pages label them as offline. */
export const getAiStatus = defineRoute({
  id: 'getAiStatus',
  owner: 'ai',
  method: 'GET',
  path: '/api/ai/status',
  summary: 'The configured AI provider',
  access: 'public',
  rate: 'read',
  responses: { 200: z.object({ provider: z.enum(['openai-responses', 'openai-chat', 'offline']), model: z.string() }) },
});
