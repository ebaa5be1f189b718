import { z } from 'zod';
import { bibleLimits } from '../bible/entry.ts';
import { listedChaptersMax } from '../books/chapter.ts';
import { body, id, line } from '../fields.ts';
import { defineRoute } from '../route.ts';

/**
 * `book`, `style`, `voice`, `synopsis`, `outline`, `plan`, `passages`, `chapter:<id>` of an earlier chapter, or
 * `entry:<id>` of the story bible.
 */
const partId = line(80);

export const contextChoiceLimits = { exclude: 500, pin: 20 } as const;

const choice = {
  exclude: z.array(partId).max(contextChoiceLimits.exclude).default([]),
  pin: z.array(partId).max(contextChoiceLimits.pin).default([]),
};

const choiceOfBook = z.strictObject(choice);
/**
 * The parts that the author excludes from a request; the earlier chapters that are sent in full instead of summarised,
 * and the entries that are always sent. Unknown ids are ignored.
 */
export type ContextChoice = z.infer<typeof choiceOfBook>;

/**
 * The choice for one request. What the stored choice of the book excludes is excluded as well; the pins replace the
 * stored ones. Without it, the stored choice applies.
 */
export const contextChoice = choiceOfBook.optional();

/** `rev` 0: the author has chosen nothing yet. */
const savedContextChoice = z.object({ rev: z.int().min(0), ...choice });
export type SavedContextChoice = z.infer<typeof savedContextChoice>;

const ofBook = z.object({ bookId: id });

export const getContextChoice = defineRoute({
  id: 'getContextChoice',
  owner: 'ai',
  method: 'GET',
  path: '/api/ai/context-choice',
  summary: 'The parts of a book that its author excludes from AI requests or pins; the ETag is the revision',
  access: 'user',
  rate: 'read',
  query: ofBook,
  responses: { 200: savedContextChoice },
  errors: ['books.not_found'],
});

export const saveContextChoice = defineRoute({
  id: 'saveContextChoice',
  owner: 'ai',
  method: 'PUT',
  path: '/api/ai/context-choice',
  summary: 'Replace the choice of a book, which applies to every AI request about its chapters',
  access: 'user',
  rate: 'save',
  ifMatch: { missing: 'ai.if_match_required' },
  query: ofBook,
  // A client may send the object that it has read.
  body: body(choice, ['rev']),
  responses: { 200: savedContextChoice },
  errors: ['books.not_found', 'ai.stale_revision', 'ai.if_match_required'],
});

/** Number of distant earlier chapters that share one part. */
export const chaptersPerPart = 5;

export const contextPart = z.object({
  id: z.string(),
  label: z.string(),
  /** Exactly as it is sent, or as it would be sent if the author did not exclude it. */
  text: z.string(),
  words: z.int(),
  /** Tokens of o200k_base; other models count a little differently. */
  tokens: z.int(),
  /**
   * `book`: the book itself; `story`: summaries of the chapters before; `chosen`: the plan of the chapter, and the
   * entries of the story bible that are selected for the request; `nearby`: passages of earlier chapters that share
   * words with the plan or the request, wherever they are in the book. The first two are equal for all requests about a
   * chapter, so that providers can cache them.
   */
  layer: z.enum(['book', 'story', 'chosen', 'nearby']),
  /** How much of it is sent. */
  level: z.enum(['full', 'short', 'name']),
  /** Why it is sent; empty when that is plain. */
  reason: z.string(),
  canExclude: z.boolean(),
  isExcluded: z.boolean(),
  /** Sent in full instead of summarised, or always, when pinned. */
  canPin: z.boolean(),
  /**
   * For a part shared by distant chapters: the chapters, each with the id that excludes or pins it. An excluded or
   * pinned chapter leaves the shared part.
   */
  chapters: z.array(z.object({ id: z.string(), label: z.string() })).max(chaptersPerPart),
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
 * The parts of a book that are sent to the AI provider when it writes a chapter, in prompt order, and between them
 * those that the author excludes; empty parts are omitted. Every request begins with `rules`, then the parts, then one
 * of `requests`. What a request itself names adds entries of the story bible, and a request that changes a text gets
 * less of the book. The stored choice of the book applies; `pin`, a comma-separated list, replaces its pins.
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
      /** The token budget of all parts, and the tokens that they use. */
      budget: z.int(),
      used: z.int(),
      model: z.string(),
      requests: z.array(sampleRequest).max(50),
    }),
  },
  errors: ['books.not_found', 'books.chapter_not_found', 'ai.suspended', 'ai.too_busy'],
});
