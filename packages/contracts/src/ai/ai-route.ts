import { z } from 'zod';
import { id } from '../fields.ts';
import type { Route } from '../route.ts';
import { limitList } from './limit.ts';

export const optionalId = id.nullish();
/**
 * The stored result of which "Try again" requests a variant: within 15 minutes and at most twice, counted as the same
 * use.
 */
export const variantOf = id.optional();
/**
 * The revision of the text on which the request is based, so that its result can be compared with that text. Absent if
 * the text was not saved.
 */
export const askedRev = z.int().min(1).optional();
/** Fields of the reply to every AI request that has finished. */
export const finishedReply = { resultId: id, limits: limitList };
/** What all AI routes have in common. */
export const aiRoute = {
  owner: 'ai',
  method: 'POST',
  access: 'user',
  rate: 'ai',
  bodyLimit: 'ai',
  timeoutMs: 150_000,
  idempotent: true,
  streams: 'delta',
} as const satisfies Partial<Route>;
/** Errors of AI routes that read a chapter. */
export const writingErrors = [
  'plan.required',
  'ai.limit_reached',
  'ai.fair_use',
  'ai.too_busy',
  'ai.suspended',
  'ai.bad_reply',
  'ai.refused',
  'ai.provider_failed',
  'ai.no_content',
  'ai.result_not_found',
  'books.not_found',
  'books.chapter_not_found',
] as const;
