import { z } from 'zod';
import { body, id, prose } from '../fields.ts';
import { defineRoute } from '../route.ts';

/**
 * The maximum length of a summary of a chapter, in tokens of o200k_base. The last chapters before the one that AI works
 * on get a `long` summary, those before them a `short` one, and all others a `line`.
 */
export const summaryTokens = { line: 30, short: 120, long: 400 } as const;
export type SummaryLevel = keyof typeof summaryTokens;
export const summaryLevels = Object.keys(summaryTokens) as SummaryLevel[];

/** In UTF-16 units. A text within it may still have too many tokens. */
export const summaryCharacters = { line: 300, short: 1200, long: 4000 } as const;

const ownTexts = {
  line: prose(summaryCharacters.line),
  short: prose(summaryCharacters.short),
  long: prose(summaryCharacters.long),
};
export const summaryTexts = z.object(ownTexts);
export type SummaryTexts = z.infer<typeof summaryTexts>;

const chapterSummaries = z.object({
  /** 0: the author has written none. */
  rev: z.int().min(0),
  /** What the author wrote. Where a text is empty, AI gets the automatic summary. */
  ...ownTexts,
  /** What AI gets where the author wrote nothing; empty while the chapter has no text. */
  automatic: z.object({ line: z.string(), short: z.string(), long: z.string() }),
  /** `rules`: sentences of the chapter. `provider`: what an AI provider wrote of it, with the author's consent. */
  automaticBy: z.enum(['rules', 'provider']),
  /** True when more than a fifth of the chapter's eight-word passages have changed since the author saved them. */
  isOutdated: z.boolean(),
});
export type ChapterSummaries = z.infer<typeof chapterSummaries>;

const ofChapter = z.object({ chapterId: id });

export const getSummaries = defineRoute({
  id: 'getSummaries',
  owner: 'ai',
  method: 'GET',
  path: '/api/ai/summaries',
  summary: 'The summaries of a chapter that AI gets instead of its text; the ETag is the revision',
  access: 'user',
  rate: 'read',
  query: ofChapter,
  responses: { 200: chapterSummaries },
  errors: ['books.chapter_not_found', 'ai.too_busy'],
});

export const saveSummaries = defineRoute({
  id: 'saveSummaries',
  owner: 'ai',
  method: 'PUT',
  path: '/api/ai/summaries',
  summary: 'Replace the author’s summaries of a chapter, which AI then gets even when the text changes',
  access: 'user',
  rate: 'save',
  ifMatch: { missing: 'ai.if_match_required' },
  query: ofChapter,
  // A client may send the object that it has read.
  body: body(ownTexts, ['rev', 'automatic', 'automaticBy', 'isOutdated']),
  responses: { 200: chapterSummaries },
  errors: ['books.chapter_not_found', 'ai.stale_revision', 'ai.if_match_required', 'ai.summary_limit', 'ai.too_busy'],
});
