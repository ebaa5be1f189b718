import { z } from 'zod';
import { listedChaptersMax } from '../books/chapter.ts';
import { id, line } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** Ids are `book`, `synopsis`, `outline`, `names`, `plan` and `chapter:<id>` for each chapter before. */
const partId = line(80);

/**
 * What the author leaves out of a request, and which chapters before are sent in full instead of summarised. Unknown
 * ids are ignored.
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

/** Every chapter before and the parts of the book itself. */
const contextPartsMax = listedChaptersMax + 10;

/** What is asked for below the book, with `[…]` where the text, the wish or a number stands. */
export const sampleRequest = z.object({ label: z.string(), text: z.string() });
export type SampleRequest = z.infer<typeof sampleRequest>;

/**
 * What a provider is told about a chapter's book, in the order in which it is sent; empty parts are left out; `rules`
 * stand before it with every request, one of `requests` after it. `pin` is a list with commas.
 */
export const getContext = defineRoute({
  id: 'getContext',
  owner: 'ai',
  method: 'GET',
  path: '/api/ai/context',
  summary: 'What AI sees of a book',
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
  errors: ['books.chapter_not_found'],
});
