import { z } from 'zod';
import { aiRoute, askedRev, finishedReply, variantOf } from '../ai/ai-route.ts';
import { body, idParams, prose } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute, type Route } from '../route.ts';
import { storyTextMax } from './story.ts';

export const enhancementTypes = ['emotion', 'description', 'dialogue', 'clarity'] as const;
export type EnhancementType = (typeof enhancementTypes)[number];
export const storyTones = ['heartwarming', 'inspirational', 'reflective', 'celebratory'] as const;
export type StoryTone = (typeof storyTones)[number];
export const storyAdjustments = ['expand', 'condense'] as const;
export type StoryAdjustment = (typeof storyAdjustments)[number];

/** Blank text is refused with the same message as an export without content. */
const text = prose(storyTextMax).refine((value) => value.trim() !== '', 'Generate or write some content first.');
const errors = [
  'plan.required',
  'ai.limit_reached',
  'ai.fair_use',
  'ai.too_busy',
  'ai.bad_reply',
  'ai.refused',
  'ai.provider_failed',
  'ai.result_not_found',
  'stories.not_found',
] as const;
const storyRoute = { ...aiRoute, plan: 'pro', params: idParams, errors } as const satisfies Partial<Route>;

/**
 * Used AI calls of a story, and whether any remain. The flags depend on the counters only; a call that the plan does not
 * include is refused when it is made.
 */
export const getStoryLimits = defineRoute({
  id: 'getStoryLimits',
  owner: 'ai',
  method: 'GET',
  path: '/api/personal-stories/:id/limits',
  summary: 'Remaining AI calls of a story',
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
 * Generates the story from the answers to its template. The text is stored if the story still has none; otherwise it is
 * a proposal.
 */
export const generateStory = defineRoute({
  ...storyRoute,
  id: 'generateStory',
  path: '/api/personal-stories/:id/generate',
  summary: 'Generate the text of a story without one, and store it',
  body: body({ variantOf }).optional(),
  responses: {
    200: z.object({
      content: z.string(),
      wordCount: z.int(),
      /** The revision that contains it; null when it was not stored, so that it is a proposal. */
      storedRev: z.int().nullable(),
      ...finishedReply,
    }),
  },
  errors: [...errors, 'stories.has_content'],
});
export const polishStory = defineRoute({
  ...storyRoute,
  id: 'polishStory',
  path: '/api/personal-stories/:id/polish',
  summary: 'Polish a whole story, as a proposal',
  body: body({ content: text, variantOf, askedRev }),
  responses: { 200: z.object({ content: z.string(), ...finishedReply }) },
});
export const enhanceStory = defineRoute({
  ...storyRoute,
  id: 'enhanceStory',
  path: '/api/personal-stories/:id/enhance',
  summary: 'Rework a selection of a story, as a proposal',
  body: body({
    selectedText: prose(storyTextMax).refine(
      (value) => value.length > limits.storySelectionCharacters && value.trim() !== '',
      'Highlight text in your story to enhance it.',
    ),
    enhancementType: z.enum(enhancementTypes),
    /** The author's own instruction, in addition to the type. */
    instruction: prose(1000).nullish(),
    fullContent: prose(storyTextMax).nullish(),
    /**
     * Start of the selection in `fullContent`, in UTF-16 units. Without it the first occurrence of the text is used.
     */
    passageStart: z.int().min(0).max(storyTextMax).optional(),
    variantOf,
    askedRev,
  }),
  responses: { 200: z.object({ enhancedText: z.string(), ...finishedReply }) },
});
export const changeStoryTone = defineRoute({
  ...storyRoute,
  id: 'changeStoryTone',
  path: '/api/personal-stories/:id/tone',
  summary: 'Change the tone of a whole story, as a proposal',
  body: body({ content: text, tone: z.enum(storyTones), variantOf, askedRev }),
  responses: { 200: z.object({ content: z.string(), ...finishedReply }) },
});
export const adjustStoryLength = defineRoute({
  ...storyRoute,
  id: 'adjustStoryLength',
  path: '/api/personal-stories/:id/adjust-length',
  summary: 'Make a whole story longer or shorter, as a proposal',
  body: body({ content: text, adjustment: z.enum(storyAdjustments), variantOf, askedRev }),
  responses: { 200: z.object({ content: z.string(), ...finishedReply }) },
});
