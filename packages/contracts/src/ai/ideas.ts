import { z } from 'zod';
import { body, id, line, prose } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { aiRoute, finishedReply, optionalId, variantOf, writingErrors } from './ai-route.ts';
import { contextChoice } from './context.ts';

const ideaErrors = [
  'ai.limit_reached',
  'ai.fair_use',
  'ai.too_busy',
  'ai.suspended',
  'ai.bad_reply',
  'ai.refused',
  'ai.provider_failed',
  'ai.result_not_found',
  'books.not_found',
] as const;

/** What all routes of this file have in common: their replies are lists and fields, which are streamed as they arrive. */
const ideaRoute = { ...aiRoute, streams: 'partial' } as const;

export const titleIdeas = z.object({
  titles: z.array(z.object({ title: z.string(), subtitle: z.string().optional(), reason: z.string() })).max(50),
});
export const generateTitles = defineRoute({
  ...ideaRoute,
  id: 'generateTitles',
  path: '/api/ai/generate-titles',
  summary: 'Suggest titles for a topic',
  body: body({
    topic: line(2000).min(1, 'Please enter a book topic to generate titles'),
    genre: line(100).default('general'),
    bookId: optionalId,
    variantOf,
  }),
  responses: { 200: titleIdeas.extend(finishedReply) },
  errors: ideaErrors,
});
const advice = z.array(z.string()).max(50);
export const coachAdvice = z.object({
  feedback: z.string(),
  strengths: advice,
  improvements: advice,
  suggestions: advice,
});
const question = z
  .string('Please enter a specific question about your writing.')
  .trim()
  .min(1, 'Please enter a specific question about your writing.')
  .max(limits.coachingQuestionCharacters, `Please use at most ${limits.coachingQuestionCharacters} characters`);
export const askWritingCoach = defineRoute({
  ...ideaRoute,
  id: 'askWritingCoach',
  path: '/api/ai/writing-coach',
  summary: 'Answer a question about a chapter',
  plan: 'pro',
  body: body({
    bookId: id,
    chapterNumber: z.int().min(1).max(10_000),
    question,
    genre: line(100).default('general'),
    variantOf,
    context: contextChoice,
  }),
  responses: { 200: coachAdvice.extend(finishedReply) },
  errors: writingErrors,
});
const selectedOptions = z.array(line(100)).min(1, 'Please choose at least one').max(50);
export const genreAdvice = z.object({
  recommendedGenre: z.string(),
  confidence: z.number().min(0).max(1),
  explanation: z.string(),
  alternativeGenres: z.array(z.string()).max(50),
});
export const genreQuiz = defineRoute({
  ...ideaRoute,
  id: 'genreQuiz',
  path: '/api/ai/genre-quiz',
  summary: 'Recommend a genre for a writer',
  body: body({
    interests: selectedOptions,
    expertise: selectedOptions,
    writingGoals: selectedOptions,
    timeCommitment: z.enum(['casual', 'regular', 'dedicated', 'intensive']),
    variantOf,
  }),
  responses: { 200: genreAdvice.extend(finishedReply) },
  errors: ideaErrors,
});
const targetLength = z
  .union([
    z.int(),
    z
      .string()
      .trim()
      .regex(/^\d{1,7}$/, 'Minimum 10,000 words')
      .transform(Number),
  ])
  .pipe(z.int().min(10_000, 'Minimum 10,000 words').max(200_000, 'Maximum 200,000 words'));
export const outlinePlan = z.object({
  overview: z.string(),
  targetAudience: z.string(),
  chapters: z
    .array(
      z.object({ number: z.int(), title: z.string(), description: z.string(), keyPoints: z.array(z.string()).max(50) }),
    )
    .max(500),
});
export const generateOutline = defineRoute({
  ...ideaRoute,
  id: 'generateOutline',
  path: '/api/ai/generate-outline',
  summary: 'Suggest a chapter plan for a title and length',
  body: body({
    title: line(300).min(1, 'Title is required'),
    genre: line(100).min(1, 'Genre is required'),
    targetLength: targetLength.default(50_000),
    /** What the book is about, in the author’s words. */
    premise: prose(2000).default(''),
    bookId: optionalId,
    variantOf,
  }),
  responses: { 200: outlinePlan.extend(finishedReply) },
  errors: ideaErrors,
});
export const regenerateOutline = defineRoute({
  ...ideaRoute,
  id: 'regenerateOutline',
  path: '/api/ai/regenerate-outline',
  summary: 'Suggest a new chapter plan that follows the author’s notes; stores nothing',
  plan: 'pro',
  body: body({
    bookId: id,
    title: line(300),
    genre: line(100).default('general'),
    userNotes: prose(20_000).default(''),
    variantOf,
  }),
  responses: { 200: outlinePlan.extend(finishedReply) },
  errors: [...ideaErrors, 'plan.required'],
});
