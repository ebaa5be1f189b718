import { z } from 'zod';
import { body, prose } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** One finding in a text; positions are UTF-16 units, `end` is exclusive. */
export const grammarIssue = z.object({
  type: z.enum(['spelling', 'grammar', 'punctuation', 'style']),
  /** The text that the finding is about. */
  text: z.string(),
  /** The replacement; empty means to delete the text. */
  suggestion: z.string(),
  position: z.object({ start: z.int().min(0), end: z.int().min(0) }),
  severity: z.enum(['high', 'medium', 'low']),
  /** The reason, in one sentence. */
  message: z.string(),
});
export type GrammarIssue = z.infer<typeof grammarIssue>;

/** Maximum UTF-16 units of one check: about 35,000 words. */
export const styleTextMax = 200_000;

export const dialects = ['uk', 'us'] as const;
export type Dialect = (typeof dialects)[number];

/** Maximum findings of one reply: the first ones in text order. The next ones follow once those are fixed. */
export const styleIssuesMax = 5000;

/** Free on every plan, without a model. A worker checks the text; nothing is stored. */
export const checkStyle = defineRoute({
  id: 'checkStyle',
  owner: 'ai',
  method: 'POST',
  path: '/api/ai/check-style',
  summary: 'Check grammar and style of a text',
  access: 'user',
  rate: 'ai',
  bodyLimit: 'ai',
  // Up to 70 s until the checker is free and loaded, and the check itself: a few seconds, on a busy machine much longer.
  timeoutMs: 90_000,
  body: body({ text: prose(styleTextMax), dialect: z.enum(dialects).default('uk') }),
  responses: { 200: z.object({ issues: z.array(grammarIssue).max(styleIssuesMax) }) },
  errors: ['ai.too_busy'],
});
