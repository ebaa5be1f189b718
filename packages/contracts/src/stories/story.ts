import { z } from 'zod';
import { id, isoTime } from '../fields.ts';
import { defineRoute } from '../route.ts';

export const storyTypes = ['achievement-celebration', 'professional-journey', 'life-milestone', 'family-legacy'] as const;

export const storySummary = z.object({
  id, title: z.string(), storyType: z.enum(storyTypes), wordCount: z.int(), targetWordCount: z.int(), isComplete: z.boolean(), content: z.string(), createdAt: isoTime, updatedAt: isoTime,
});

export const listStories = defineRoute({
  id: 'listStories', owner: 'stories', method: 'GET', path: '/api/personal-stories', summary: 'The stories of the signed-in user, newest change first',
  access: 'user', rate: 'read', responses: { 200: z.array(storySummary) },
});
