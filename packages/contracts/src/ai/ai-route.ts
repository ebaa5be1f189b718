import { id } from '../fields.ts';
import type { Route } from '../route.ts';
import { limitList } from './limit.ts';

export const optionalId = id.nullish();
/** The kept result that "Try again" makes a variant of: within 15 minutes, at most twice, counted as the same use. */
export const variantOf = id.optional();
export const finishedReply = { resultId: id, limits: limitList };
export const aiRoute = {
  owner: 'ai',
  method: 'POST',
  access: 'user',
  rate: 'ai',
  bodyLimit: 'ai',
  timeoutMs: 150_000,
  streams: true,
} as const satisfies Partial<Route>;
export const writingErrors = [
  'plan.required',
  'ai.limit_reached',
  'ai.fair_use',
  'ai.too_busy',
  'ai.suspended',
  'ai.bad_reply',
  'ai.provider_failed',
  'ai.no_content',
  'ai.result_not_found',
  'books.not_found',
  'books.chapter_not_found',
] as const;
