import { z } from 'zod';
import { bibleLimits } from '../bible/entry.ts';
import { listedChaptersMax } from '../books/chapter.ts';
import { id, line } from '../fields.ts';
import { defineRoute } from '../route.ts';

/**
 * `book`, `style`, `voice`, `synopsis`, `outline`, `plan`, `passages`, `chapter:<id>` of an earlier chapter, or `entry:<id>`
 * of the story bible.
 */
const partId = line(80);

/**
 * The parts that the author excludes from a request; the earlier chapters that are sent in full instead of summarised,
 * and the entries that are always sent. Unknown ids are ignored.
 */
export const contextChoice = z
  .strictObject({ exclude: z.array(partId).max(500).default([]), pin: z.array(partId).max(20).default([]) })
  .optional();
export type ContextChoice = z.input<typeof contextChoice>;

export const contextPart = z.object({
  id: z.string(),
  label: z.string(),
  /** Exactly as it is sent. */
  text: z.string(),
  words: z.int(),
  /** Tokens of o200k_base; other models count a little differently. */
  tokens: z.int(),
  /** `book` and `story` are equal for all requests about a chapter, so that providers can cache them. */
  layer: z.enum(['book', 'story', 'chosen', 'nearby']),
  /** How much of it is sent. */
  level: z.enum(['full', 'short', 'name']),
  /** Why it is sent; empty when that is plain. */
  reason: z.string(),
  canExclude: z.boolean(),
  /** Sent in full instead of summarised, or always, when pinned. */
  canPin: z.boolean(),
});
export type ContextPart = z.infer<typeof contextPart>;

/** One part for each earlier chapter and each entry, and the parts about the book itself. */
const contextPartsMax = listedChaptersMax + bibleLimits.entries + 20;

/**
 * The task at the end of a prompt, after the parts of the book. `[…]` marks where the text, the instruction or a number
 * is inserted.
 */
export const sampleRequest = z.object({ label: z.string(), text: z.string() });
export type SampleRequest = z.infer<typeof sampleRequest>;

/**
 * The parts of a book that are sent to the AI provider when it writes a chapter, in prompt order; empty parts are omitted.
 * Every request begins with `rules`, then the parts, then one of `requests`. What a request itself names adds entries of
 * the story bible, and a request that changes a text gets less of the book. `pin` is a comma-separated list.
 */
export const getContext = defineRoute({
  id: 'getContext',
  owner: 'ai',
  method: 'GET',
  path: '/api/ai/context',
  summary: 'The parts of a book that are sent to AI',
  access: 'user',
  rate: 'read',
  query: z.object({ chapterId: id, pin: z.string().max(2000).optional() }),
  responses: {
    200: z.object({
      rules: z.string(),
      parts: z.array(contextPart).max(contextPartsMax),
      /** The tokens that the parts may have together, and those that they have. */
      budget: z.int(),
      used: z.int(),
      model: z.string(),
      requests: z.array(sampleRequest).max(50),
    }),
  },
  errors: ['books.not_found', 'books.chapter_not_found', 'ai.suspended', 'ai.too_busy'],
});
