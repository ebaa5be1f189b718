import { z } from 'zod';
import { limitList } from '../ai/limit.ts';
import { body, id, idParams, prose } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute, type Route } from '../route.ts';
import { storyTextMax } from './story.ts';

export const enhancementTypes = ['emotion', 'description', 'dialogue', 'clarity'] as const;
export type EnhancementType = (typeof enhancementTypes)[number];
export const storyTones = ['heartwarming', 'inspirational', 'reflective', 'celebratory'] as const;
export type StoryTone = (typeof storyTones)[number];
export const storyAdjustments = ['expand', 'condense'] as const;
export type StoryAdjustment = (typeof storyAdjustments)[number];

/** Blank text is refused with the sentence of an empty export. */
const text = prose(storyTextMax).refine((value) => value.trim() !== '', 'Generate or write some content first.');
/** "Try again" of a kept result, within 15 minutes, at most twice; belongs to the same use. */
const variantOf = id.optional();
/** The story's revision whose text was looked at; absent when that text was not saved. */
const askedRev = z.int().min(1).optional();
const settled = { resultId: id, limits: limitList };
const errors = [
  'plan.required',
  'ai.limit_reached',
  'ai.fair_use',
  'ai.too_busy',
  'ai.bad_reply',
  'ai.provider_failed',
  'ai.result_not_found',
  'stories.not_found',
] as const;
const aiRoute = {
  owner: 'ai',
  method: 'POST',
  access: 'user',
  plan: 'pro',
  rate: 'ai',
  bodyLimit: 'ai',
  timeoutMs: 150_000,
  streams: true,
  params: idParams,
  errors,
} as const satisfies Partial<Route>;

/**
 * What is used of a story's AI and whether there is some left. The flags speak of the counters alone: whether the plan
 * allows it is said by the call itself, with its own text.
 */
export const getStoryLimits = defineRoute({
  id: 'getStoryLimits',
  owner: 'ai',
  method: 'GET',
  path: '/api/personal-stories/:id/limits',
  summary: 'What AI may still do for a story',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: {
    200: z.object({
      canGenerate: z.boolean(),
      totalGenerations: z.int(),
      maxGenerations: z.int(),
      canEdit: z.boolean(),
      totalEdits: z.int(),
      maxEdits: z.int(),
      canPolish: z.boolean(),
      totalPolish: z.int(),
      maxPolish: z.int(),
    }),
  },
  errors: ['stories.not_found'],
});

/**
 * Writes the story from the answers of its form. Into a story without a text it is stored; one that has text meanwhile
 * keeps it.
 */
export const generateStory = defineRoute({
  ...aiRoute,
  id: 'generateStory',
  path: '/api/personal-stories/:id/generate',
  summary: 'Write a story that has no text yet, and keep it there',
  body: body({ variantOf }).optional(),
  responses: {
    200: z.object({
      content: z.string(),
      wordCount: z.int(),
      /** The revision that holds it now; null when it was not stored, then it is a proposal. */ storedRev: z
        .int()
        .nullable(),
      ...settled,
    }),
  },
  errors: [...errors, 'stories.has_content'],
});
export const polishStory = defineRoute({
  ...aiRoute,
  id: 'polishStory',
  path: '/api/personal-stories/:id/polish',
  summary: 'Polish a whole story, as a proposal',
  body: body({ content: text, variantOf, askedRev }),
  responses: { 200: z.object({ content: z.string(), ...settled }) },
});
export const enhanceStory = defineRoute({
  ...aiRoute,
  id: 'enhanceStory',
  path: '/api/personal-stories/:id/enhance',
  summary: 'Rework a selection of a story, as a proposal',
  body: body({
    selectedText: prose(storyTextMax).refine(
      (value) => value.length > limits.storySelectionCharacters && value.trim() !== '',
      'Highlight text in your story to enhance it.',
    ),
    enhancementType: z.enum(enhancementTypes),
    /** Words of the author's own beside the type. */ instruction: prose(1000).nullish(),
    fullContent: prose(storyTextMax).nullish(),
    /**
     * Where the selection begins in `fullContent`, in UTF-16 units; without it the first place with the same words is
     * taken.
     */
    passageStart: z.int().min(0).max(storyTextMax).optional(),
    variantOf,
    askedRev,
  }),
  responses: { 200: z.object({ enhancedText: z.string(), ...settled }) },
});
export const changeStoryTone = defineRoute({
  ...aiRoute,
  id: 'changeStoryTone',
  path: '/api/personal-stories/:id/tone',
  summary: 'Change the tone of a whole story, as a proposal',
  body: body({ content: text, tone: z.enum(storyTones), variantOf, askedRev }),
  responses: { 200: z.object({ content: z.string(), ...settled }) },
});
export const adjustStoryLength = defineRoute({
  ...aiRoute,
  id: 'adjustStoryLength',
  path: '/api/personal-stories/:id/adjust-length',
  summary: 'Make a whole story longer or shorter, as a proposal',
  body: body({ content: text, adjustment: z.enum(storyAdjustments), variantOf, askedRev }),
  responses: { 200: z.object({ content: z.string(), ...settled }) },
});
