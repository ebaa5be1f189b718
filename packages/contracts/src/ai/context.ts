import { z } from 'zod';
import { listedChaptersMax } from '../books/chapter.ts';
import { id, line } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** `book`, `style`, `voice`, `synopsis`, `outline`, `names`, `plan`, or `chapter:<id>` of an earlier chapter. */
const partId = line(80);

/**
 * The parts that the author excludes from a request, and the earlier chapters that are sent in full instead of
 * summarised. Unknown ids are ignored.
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
  canExclude: z.boolean(),
  /** Sent in full instead of summarised when pinned. */
  canPin: z.boolean(),
});
export type ContextPart = z.infer<typeof contextPart>;

/** One part for each earlier chapter, and the parts about the book itself. */
const contextPartsMax = listedChaptersMax + 10;

/**
 * The task at the end of a prompt, after the parts of the book. `[…]` marks where the text, the instruction or a number
 * is inserted.
 */
export const sampleRequest = z.object({ label: z.string(), text: z.string() });
export type SampleRequest = z.infer<typeof sampleRequest>;

/**
 * The parts of a book that are sent to the AI provider for a chapter, in prompt order; empty parts are omitted. Every
 * request begins with `rules`, then the parts, then one of `requests`. `pin` is a comma-separated list.
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
      requests: z.array(sampleRequest).max(50),
    }),
  },
  errors: ['books.not_found', 'books.chapter_not_found', 'ai.suspended', 'ai.too_busy'],
});
