import { z } from 'zod';
import { textPage } from '../books/internal.ts';
import { body, id, idParams, isoTime, prose } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { story, storyTextMax } from './story.ts';

/** A route about one story; it reaches the story only if it belongs to the given user. */
const storyForOwner = {
  owner: 'stories',
  access: 'service',
  params: idParams,
  query: z.object({ userId: id }),
} as const;
/** A route about all stories of a user. */
const storiesOfUser = { owner: 'stories', access: 'service', rate: 'read', method: 'GET', params: idParams } as const;

/** Checks that a story belongs to this user, without reading its text. Called before counters or results are shown. */
export const findStoryForOwner = defineRoute({
  ...storyForOwner,
  id: 'findStoryForOwner',
  callers: ['ai'],
  method: 'GET',
  path: '/internal/stories/:id',
  summary: 'A story’s id, if it belongs to this user',
  rate: 'read',
  responses: { 200: z.object({ storyId: id }) },
  errors: ['stories.not_found'],
});

/** A whole story of this owner: export prints it, and AI uses it as context. */
export const readStoryForOwner = defineRoute({
  ...storyForOwner,
  id: 'readStoryForOwner',
  callers: ['ai', 'export'],
  method: 'GET',
  path: '/internal/stories/:id/text',
  summary: 'A whole story, if it belongs to this user',
  rate: 'read',
  responses: { 200: story },
  errors: ['stories.not_found'],
});

/**
 * Stores a text that AI generated, but only in a story without text. A repeated request for the same result returns the
 * same revision.
 */
export const storeGeneratedStory = defineRoute({
  ...storyForOwner,
  id: 'storeGeneratedStory',
  callers: ['ai'],
  method: 'POST',
  path: '/internal/stories/:id/generated',
  summary: 'Store a generated text in a story without text',
  rate: 'save',
  bodyLimit: 'ai',
  body: body({ resultId: id, content: prose(storyTextMax) }),
  responses: { 200: z.object({ rev: z.int() }) },
  errors: ['stories.not_found', 'stories.has_content', 'stories.too_large', 'stories.quota_used'],
});

/** The texts of a user's stories, page by page, for the account archive. `next` is the `after` of the next page. */
export const readStoryPage = defineRoute({
  ...storiesOfUser,
  id: 'readStoryPage',
  callers: ['export'],
  path: '/internal/users/:id/stories',
  summary: 'A page of a user’s stories with their texts',
  timeoutMs: 10_000,
  query: z.object({ after: id.optional() }),
  responses: { 200: z.object({ stories: z.array(story).max(textPage.rows), next: id.nullable() }) },
});

/** The deleted stories that the books service lists in the trash beside its own items. */
export const listTrashedStories = defineRoute({
  ...storiesOfUser,
  id: 'listTrashedStories',
  callers: ['books'],
  path: '/internal/users/:id/trashed-stories',
  summary: 'Stories of a user that can still be restored, newest first',
  responses: {
    200: z
      .array(z.object({ storyId: id, title: z.string(), deletedAt: isoTime, purgeAt: isoTime }))
      .max(limits.trashEntries),
  },
});
export const restoreTrashedStory = defineRoute({
  ...storyForOwner,
  id: 'restoreTrashedStory',
  callers: ['books'],
  method: 'POST',
  path: '/internal/stories/:id/restore',
  summary: 'Restore a deleted story',
  rate: 'write',
  responses: { 200: z.object({ storyId: id }) },
  errors: ['stories.not_found', 'stories.quota_used'],
});
