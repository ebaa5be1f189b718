import { z } from 'zod';
import { body, id, line, prose } from '../fields.ts';
import { namesMax } from '../books/book.ts';
import { chapterTextMax } from '../books/chapter.ts';
import { defineRoute } from '../route.ts';
import { aiRoute, askedRev, finishedReply, optionalId, variantOf, writingErrors } from './ai-route.ts';
import { partCount } from './limit.ts';
import { dialects } from './style.ts';
import { contextChoice } from './context.ts';

/** Maximum UTF-16 units of an author’s own instruction. */
export const instructionMax = 500;
const text = prose(chapterTextMax);
const bookContext = z.looseObject({ title: line(300).optional(), genre: line(100).optional() }).optional();
/** Start of the selection in `fullContent`, in UTF-16 units. Without it the first occurrence of the text is used. */
const passageStart = z.int().min(0).max(chapterTextMax).optional();
export const generateChapterBody = body({
  bookTitle: line(300),
  chapterTitle: line(300),
  chapterDescription: prose(10_000).default(''),
  chapterNumber: z.int().min(1).max(10_000),
  bookGenre: line(100).default('general'),
  targetWords: z.int().min(100).max(10_000).default(2500),
  chapterId: id,
  bookId: optionalId,
  variantOf,
  askedRev,
  context: contextChoice,
});
/** Longer chapters are written in parts, each by a call of its own. */
export const singleCallWordsMax = 1800;
export const chapterReply = z.object({
  content: z.string(),
  wordCount: z.int(),
  /** Null for a chapter that was written at once. Fewer than all after a failure, which counts no use, and after a stop. */
  parts: partCount.nullable(),
  analysis: z.object({ characters: z.array(z.string()).max(namesMax) }),
  ...finishedReply,
});

/** No part of a chapter is begun or continued after this time. */
export const chapterWritingMs = 600_000;
const chapterRoute = { ...aiRoute, timeoutMs: chapterWritingMs + 10_000, streamsParts: true } as const;

export const generateChapter = defineRoute({
  ...chapterRoute,
  id: 'generateChapter',
  path: '/api/ai/generate-chapter',
  summary: 'Write a chapter as a proposal',
  plan: 'pro',
  body: generateChapterBody,
  responses: { 200: chapterReply },
  errors: writingErrors,
});
export const generateChapterEnhanced = defineRoute({
  ...chapterRoute,
  id: 'generateChapterEnhanced',
  path: '/api/ai/generate-chapter-enhanced',
  summary: 'Write a chapter with the characters of the outline',
  plan: 'pro',
  body: generateChapterBody,
  responses: { 200: chapterReply },
  errors: writingErrors,
});

export const enhanceContent = defineRoute({
  ...aiRoute,
  id: 'enhanceContent',
  path: '/api/ai/enhance-content',
  summary: 'Rewrite, expand or change the tone of a chapter or a selection, or change it as the author says',
  plan: 'pro',
  body: body({
    content: text,
    action: z.enum(['rewrite', 'expand', 'tone', 'instruct']),
    option: line(60).nullish(),
    /** What to change, in the author’s own words. Required by `instruct`; other actions ignore it. */
    instruction: line(instructionMax).optional(),
    chapterId: id,
    isSelection: z.boolean().default(false),
    fullContent: text.nullish(),
    passageStart,
    variantOf,
    askedRev,
    context: contextChoice,
  }).refine(({ action, instruction = '' }) => action !== 'instruct' || instruction !== '', {
    message: 'Please say what should change',
    path: ['instruction'],
  }),
  responses: { 200: z.object({ enhanced_content: z.string(), ...finishedReply }) },
  errors: writingErrors,
});
export const textVariations = z.object({ options: z.array(z.string()).max(20) });
export const generateEnhancementOptions = defineRoute({
  ...aiRoute,
  id: 'generateEnhancementOptions',
  streams: 'partial',
  path: '/api/ai/generate-enhancement-options',
  summary: 'Several versions of a selection',
  plan: 'pro',
  body: body({
    selectedText: text,
    fullContent: text.nullish(),
    passageStart,
    bookContext,
    chapterId: id,
    enhancementType: z.enum(['tone', 'expand']),
    specificOption: line(60).nullish(),
    requestedVariations: z.int().min(1).max(5).default(3),
    spellingPreference: z.enum(dialects).default('uk'),
    variantOf,
    askedRev,
    context: contextChoice,
  }),
  responses: { 200: textVariations.extend(finishedReply) },
  errors: writingErrors,
});
export const adjustChapterTone = defineRoute({
  ...aiRoute,
  id: 'adjustChapterTone',
  path: '/api/ai/adjust-chapter-tone',
  summary: 'Change the tone of a whole chapter',
  plan: 'pro',
  body: body({
    content: text,
    tone: line(60).default('engaging'),
    bookGenre: line(100).default('general'),
    chapterId: id,
    variantOf,
    askedRev,
    context: contextChoice,
  }),
  responses: { 200: z.object({ adjusted_content: z.string(), ...finishedReply }) },
  errors: writingErrors,
});
export const extendChapter = defineRoute({
  ...aiRoute,
  id: 'extendChapter',
  path: '/api/ai/extend-chapter',
  summary: 'Continue a chapter from its end',
  plan: 'pro',
  body: body({
    content: text,
    bookContext,
    chapterId: id,
    bookId: optionalId,
    targetAdditionalWords: z.int().min(50).max(5000).default(1000),
    variantOf,
    askedRev,
    context: contextChoice,
  }),
  responses: {
    200: z.object({ /** The whole text. */ extended_content: z.string(), wordsAdded: z.int(), ...finishedReply }),
  },
  errors: writingErrors,
});
export const polishChapter = defineRoute({
  ...aiRoute,
  id: 'polishChapter',
  path: '/api/ai/polish-chapter',
  summary: 'Polish a whole chapter',
  plan: 'pro',
  body: body({ content: text, bookContext, chapterId: id, variantOf, askedRev, context: contextChoice }),
  responses: { 200: z.object({ polished_content: z.string(), ...finishedReply }) },
  errors: writingErrors,
});
