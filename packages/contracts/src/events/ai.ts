import { z } from 'zod';
import { defineEvent } from './event-type.ts';
import { adminAction, userId } from './fields.ts';

const counters = { titleGenerationCount: z.int(), outlineGenerationCount: z.int() };

/** A provider call has ended; with its tokens, cost and outcome. */
export const aiCallSettled = defineEvent({
  type: 'ai.call.settled.v1',
  owner: 'ai',
  kind: 'fact',
  key: 'call',
  data: z.object({
    callId: z.string(),
    userId,
    action: z.string(),
    bookId: z.string().nullable(),
    chapterId: z.string().nullable(),
    storyId: z.string().nullable(),
    outcome: z.enum(['finished', 'stopped', 'failed']),
    model: z.string(),
    /** The task and the version of its prompt, e.g. `generate@3`. Events of earlier releases do not have it. */
    promptVersion: z.string().optional(),
    inputTokens: z.int(),
    /** Of the input tokens: read from the provider's cache. Events of earlier releases do not have it. */
    cachedTokens: z.int().optional(),
    /** Of the input tokens: written to the provider's cache. Events of earlier releases do not have it. */
    cacheWriteTokens: z.int().optional(),
    outputTokens: z.int(),
    /** US dollars, 4 decimals. */ cost: z.number(),
    latencyMs: z.int(),
    /** Business time. Events of earlier releases do not have it; for them the envelope's time is used. */
    at: z.iso.datetime().optional(),
  }),
});

/** An AI result about a chapter was stored. Its text is not in the event. */
export const aiResultCreated = defineEvent({
  type: 'ai.result.created.v1',
  owner: 'ai',
  kind: 'fact',
  key: 'result',
  data: z.object({
    resultId: z.string(),
    userId,
    bookId: z.string(),
    chapterId: z.string(),
    action: z.enum(['generate', 'extend', 'expand', 'rewrite', 'tone', 'polish', 'coach']),
    /** What to aim for, such as a tone; null without one. */
    option: z.string().nullable(),
    /**
     * Winnowing fingerprint: the smallest hash of each window of eight-word shingles. Used to recognise copies.
     * `hashes` has them as little-endian 32-bit numbers in Base64, at most 8 KB of them. Null after the account was
     * erased.
     */
    fingerprint: z.object({ window: z.int().min(1), hashes: z.string().max(10_700) }).nullable(),
  }),
});

export const aiCountersChanged = defineEvent({
  type: 'ai.counters.changed.v1',
  owner: 'ai',
  kind: 'state',
  key: 'book, chapter or story',
  data: z.object({
    userId,
    bookId: z.string().nullable(),
    chapterId: z.string().nullable(),
    storyId: z.string().nullable(),
    ...counters,
    aiGeneratedCount: z.int(),
    aiEditCount: z.int(),
    polishCount: z.int(),
  }),
});

/**
 * An admin reset a user's AI counters: those of the calendar month, or also those of their books, chapters and stories.
 */
export const aiUsageReset = defineEvent({
  type: 'ai.usage.reset.v1',
  owner: 'ai',
  kind: 'fact',
  key: 'user',
  data: z.object({ userId, scope: z.enum(['month', 'all']), /** Business time. */ at: z.iso.datetime() }),
});

export const aiAdminAction = defineEvent({
  type: 'ai.admin-action.recorded.v1',
  owner: 'ai',
  kind: 'fact',
  key: 'action',
  data: adminAction,
});
