import { z } from 'zod';
import { body, prose } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** One thing to look at in a text; positions are UTF-16 units, `end` is after the last one. */
export const grammarIssue = z.object({
  type: z.enum(['spelling', 'grammar', 'punctuation', 'style']),
  /** The words it is about. */
  text: z.string(),
  /** What to write instead; empty means to leave the words out. */
  suggestion: z.string(),
  position: z.object({ start: z.int().min(0), end: z.int().min(0) }),
  severity: z.enum(['high', 'medium', 'low']),
  /** Why, in one sentence. */
  message: z.string(),
});
export type GrammarIssue = z.infer<typeof grammarIssue>;

/** UTF-16 units that are checked at once: about 35,000 words. */
export const styleTextMax = 200_000;

export const dialects = ['uk', 'us'] as const;
export type Dialect = (typeof dialects)[number];

/** Free on every plan and without a model; a text is checked in a worker and kept nowhere. */
/** The findings that stand first in the text; whoever has mended some sees the next. */
export const styleIssuesMax = 5000;

export const checkStyle = defineRoute({
  id: 'checkStyle',
  owner: 'ai',
  method: 'POST',
  path: '/api/ai/check-style',
  summary: 'Grammar and style of a text',
  access: 'user',
  rate: 'ai',
  bodyLimit: 'ai',
  timeoutMs: 30_000,
  body: body({ text: prose(styleTextMax), dialect: z.enum(dialects).default('uk') }),
  responses: { 200: z.object({ issues: z.array(grammarIssue).max(styleIssuesMax) }) },
  errors: ['ai.too_busy'],
});
