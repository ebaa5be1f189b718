import { z } from 'zod';
import { body, id, line, prose } from '../fields.ts';
import { limits } from '../plans.ts';
import { namesMax } from '../books/book.ts';
import { chapterTextMax } from '../books/chapter.ts';
import { defineRoute, type Route } from '../route.ts';
import { dialects } from './style.ts';
import { contextChoice } from './context.ts';
import { limitList } from './limit.ts';

const text = prose(chapterTextMax);
const optionalId = id.nullish();
const bookContext = z.looseObject({ title: line(300).optional(), genre: line(100).optional() }).optional();
/** "Try again" of a kept result, within 15 minutes, at most twice; belongs to the same use. */
const variantOf = id.optional();
/** The chapter's revision whose text was looked at, so that a kept result can be compared with what it was asked about; absent when that text was not saved. */
const askedRev = z.int().min(1).optional();
/** Where the selection begins in `fullContent`, in UTF-16 units; without it the first place with the same words is taken. */
const passageStart = z.int().min(0).max(chapterTextMax).optional();
const settled = { resultId: id, limits: limitList };
const aiRoute = { owner: 'ai', method: 'POST', access: 'user', rate: 'ai', bodyLimit: 'ai', timeoutMs: 150_000, streams: true } as const satisfies Partial<Route>;
const writingErrors = ['plan.required', 'ai.limit_reached', 'ai.fair_use', 'ai.too_busy', 'ai.suspended', 'ai.bad_reply', 'ai.provider_failed', 'ai.no_content', 'ai.result_not_found', 'books.not_found', 'books.chapter_not_found'] as const;
const ideaErrors = ['ai.limit_reached', 'ai.fair_use', 'ai.too_busy', 'ai.suspended', 'ai.bad_reply', 'ai.provider_failed', 'books.not_found'] as const;

export const generateChapterBody = body({
  bookTitle: line(300), chapterTitle: line(300), chapterDescription: prose(10_000).default(''), chapterNumber: z.int().min(1).max(10_000), bookGenre: line(100).default('general'),
  targetWords: z.int().min(100).max(10_000).default(2500), chapterId: id, bookId: optionalId, variantOf, askedRev, context: contextChoice,
});
export const chapterReply = z.object({ content: z.string(), wordCount: z.int(), analysis: z.object({ characters: z.array(z.string()).max(namesMax) }), ...settled });

export const generateChapter = defineRoute({ ...aiRoute, id: 'generateChapter', path: '/api/ai/generate-chapter', summary: 'Write a chapter as a proposal', plan: 'pro', body: generateChapterBody, responses: { 200: chapterReply }, errors: writingErrors });
export const generateChapterEnhanced = defineRoute({ ...aiRoute, id: 'generateChapterEnhanced', path: '/api/ai/generate-chapter-enhanced', summary: 'Write a chapter with the characters of the outline', plan: 'pro', body: generateChapterBody, responses: { 200: chapterReply }, errors: writingErrors });

export const enhanceContent = defineRoute({
  ...aiRoute, id: 'enhanceContent', path: '/api/ai/enhance-content', summary: 'Rewrite, expand or change the tone of a chapter or a selection', plan: 'pro',
  body: body({ content: text, action: z.enum(['rewrite', 'expand', 'tone']), option: line(60).nullish(), chapterId: id, isSelection: z.boolean().default(false), fullContent: text.nullish(), passageStart, variantOf, askedRev, context: contextChoice }),
  responses: { 200: z.object({ enhanced_content: z.string(), ...settled }) }, errors: writingErrors,
});
export const generateEnhancementOptions = defineRoute({
  ...aiRoute, id: 'generateEnhancementOptions', path: '/api/ai/generate-enhancement-options', summary: 'Several ways to put a selection', plan: 'pro',
  body: body({ selectedText: text, fullContent: text.nullish(), passageStart, bookContext, chapterId: id, enhancementType: z.enum(['tone', 'expand']), specificOption: line(60).nullish(), requestedVariations: z.int().min(1).max(5).default(3), spellingPreference: z.enum(dialects).default('uk'), variantOf, askedRev, context: contextChoice }),
  responses: { 200: z.object({ options: z.array(z.string()).max(20), ...settled }) }, errors: writingErrors,
});
export const adjustChapterTone = defineRoute({
  ...aiRoute, id: 'adjustChapterTone', path: '/api/ai/adjust-chapter-tone', summary: 'Change the tone of a whole chapter', plan: 'pro',
  body: body({ content: text, tone: line(60).default('engaging'), bookGenre: line(100).default('general'), chapterId: id, variantOf, askedRev, context: contextChoice }), responses: { 200: z.object({ adjusted_content: z.string(), ...settled }) }, errors: writingErrors,
});
export const extendChapter = defineRoute({
  ...aiRoute, id: 'extendChapter', path: '/api/ai/extend-chapter', summary: 'Write on from where the chapter ends', plan: 'pro',
  body: body({ content: text, bookContext, chapterId: id, bookId: optionalId, targetAdditionalWords: z.int().min(50).max(5000).default(1000), variantOf, askedRev, context: contextChoice }),
  responses: { 200: z.object({ /** The whole text. */ extended_content: z.string(), wordsAdded: z.int(), ...settled }) }, errors: writingErrors,
});
export const polishChapter = defineRoute({
  ...aiRoute, id: 'polishChapter', path: '/api/ai/polish-chapter', summary: 'Polish a whole chapter', plan: 'pro',
  body: body({ content: text, bookContext, chapterId: id, variantOf, askedRev, context: contextChoice }), responses: { 200: z.object({ polished_content: z.string(), ...settled }) }, errors: writingErrors,
});

export const generateTitles = defineRoute({
  ...aiRoute, id: 'generateTitles', path: '/api/ai/generate-titles', summary: 'Titles for a topic',
  body: body({ topic: line(2000).min(1, 'Please enter a book topic to generate titles'), genre: line(100).default('general'), bookId: optionalId, variantOf }),
  responses: { 200: z.object({ titles: z.array(z.object({ title: z.string(), subtitle: z.string().optional(), reason: z.string() })).max(50), ...settled }) }, errors: ideaErrors,
});
const advice = z.array(z.string()).max(50);
const question = z.string('Please enter a specific question about your writing.').trim().min(1, 'Please enter a specific question about your writing.').max(limits.coachingQuestionCharacters, `Please use at most ${limits.coachingQuestionCharacters} characters`);
export const askWritingCoach = defineRoute({
  ...aiRoute, id: 'askWritingCoach', path: '/api/ai/writing-coach', summary: 'Answer a question about a chapter', plan: 'pro',
  body: body({ bookId: id, chapterNumber: z.int().min(1).max(10_000), question, genre: line(100).default('general'), variantOf, context: contextChoice }),
  responses: { 200: z.object({ feedback: z.string(), strengths: advice, improvements: advice, suggestions: advice, ...settled }) }, errors: writingErrors,
});
const choices = z.array(line(100)).min(1, 'Please choose at least one').max(50);
export const genreQuiz = defineRoute({
  ...aiRoute, id: 'genreQuiz', path: '/api/ai/genre-quiz', summary: 'The genre that fits a writer',
  body: body({ interests: choices, expertise: choices, writingGoals: choices, timeCommitment: z.enum(['casual', 'regular', 'dedicated', 'intensive']), variantOf }),
  responses: { 200: z.object({ recommendedGenre: z.string(), confidence: z.number().min(0).max(1), explanation: z.string(), alternativeGenres: z.array(z.string()).max(50), ...settled }) }, errors: ideaErrors,
});
const targetLength = z.union([z.int(), z.string().trim().regex(/^\d{1,7}$/, 'Minimum 10,000 words').transform(Number)]).pipe(z.int().min(10_000, 'Minimum 10,000 words').max(200_000, 'Maximum 200,000 words'));
const outlineReply = z.object({ overview: z.string(), targetAudience: z.string(), chapters: z.array(z.object({ number: z.int(), title: z.string(), description: z.string(), keyPoints: z.array(z.string()).max(50) })).max(500), ...settled });
export const generateOutline = defineRoute({
  ...aiRoute, id: 'generateOutline', path: '/api/ai/generate-outline', summary: 'A chapter plan for a title and length',
  body: body({ title: line(300).min(1, 'Title is required'), genre: line(100).min(1, 'Genre is required'), targetLength: targetLength.default(50_000), bookId: optionalId, variantOf }), responses: { 200: outlineReply }, errors: ideaErrors,
});
export const regenerateOutline = defineRoute({
  ...aiRoute, id: 'regenerateOutline', path: '/api/ai/regenerate-outline', summary: 'A new chapter plan after the author’s notes; saves nothing', plan: 'pro',
  body: body({ bookId: id, title: line(300), genre: line(100).default('general'), userNotes: prose(20_000).default(''), variantOf }), responses: { 200: outlineReply }, errors: [...ideaErrors, 'plan.required'],
});
