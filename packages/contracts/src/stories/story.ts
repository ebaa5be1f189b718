import { z } from 'zod';
import { id, idParams, isoTime } from '../fields.ts';
import { defineRoute } from '../route.ts';

export const storyTypes = ['achievement-celebration', 'professional-journey', 'life-milestone', 'family-legacy'] as const;

export const storySummary = z.object({
  id, title: z.string(), storyType: z.enum(storyTypes), wordCount: z.int(), targetWordCount: z.int(), isComplete: z.boolean(), content: z.string(), createdAt: isoTime, updatedAt: isoTime,
});

export const listStories = defineRoute({
  id: 'listStories', owner: 'stories', method: 'GET', path: '/api/personal-stories', summary: 'The stories of the signed-in user, newest change first',
  access: 'user', rate: 'read', responses: { 200: z.array(storySummary) },
});

/** Whether a story is this user's, without its text: asked before counters or results are shown. */
export const findStoryForOwner = defineRoute({
  id: 'findStoryForOwner', owner: 'stories', method: 'GET', path: '/internal/stories/:id', summary: 'A story’s id, if it belongs to this user',
  access: 'service', rate: 'read', params: idParams, query: z.object({ userId: id }), responses: { 200: z.object({ storyId: id }) }, errors: ['stories.not_found'],
});

/** Everything a user has written, for the export of one's own data. */
export const listStoriesForOwner = defineRoute({
  id: 'listStoriesForOwner', owner: 'stories', method: 'GET', path: '/internal/users/:id/stories', summary: 'Every story of a user',
  access: 'service', rate: 'read', timeoutMs: 30_000, params: idParams, responses: { 200: z.array(storySummary) },
});
