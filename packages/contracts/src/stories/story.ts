import { z } from 'zod';
import { changeSetJson, chapterTextMax, originList } from '../books/chapter.ts';
import {
  changedRevisions,
  revision,
  revisionPage,
  revisionParams,
  revisionQuery,
  revisionsBody,
} from '../books/revision.ts';
import { body, id, idParams, isoTime, line, message, prose } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { missingAnswers, missingAnswersText, type StoryAnswers } from './story-templates.ts';
import { type StoryType, storyTypes } from './story-types.ts';

/** Maximum UTF-16 units of one story: the same as for a chapter. */
export const storyTextMax = chapterTextMax;
/** The publisher on the title page until the author sets another one. */
export const defaultPublishingHouse = 'Inkbear Publishing Hub';
const title = z
  .string('Title is required')
  .trim()
  .min(1, 'Title is required')
  .max(300, 'Please use at most 300 characters');
const detailFields = {
  authorName: line(200),
  publishingHouse: line(200),
  dedication: prose(10_000),
  synopsis: prose(100_000),
  introduction: prose(200_000),
};
/** Answers by the label of their prompt; the prompts are in `story-templates`. */
const answers = z
  .record(z.string().max(100), prose(20_000))
  .refine((given) => Object.keys(given).length <= 50, 'Please send at most 50 answers');

export const story = z.object({
  id,
  title: z.string(),
  storyType: z.enum(storyTypes),
  formData: z.record(z.string(), z.string()),
  targetWordCount: z.int(),
  content: z.string(),
  wordCount: z.int(),
  isComplete: z.boolean(),
  authorName: z.string(),
  publishingHouse: z.string(),
  dedication: z.string(),
  synopsis: z.string(),
  introduction: z.string(),
  aiGeneratedCount: z.int(),
  aiEditCount: z.int(),
  polishCount: z.int(),
  exported: z.boolean(),
  rev: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Story = z.infer<typeof story>;
/** A story in a list, without its text. */
export const storyListItem = story.omit({ content: true });
export type StoryListItem = z.infer<typeof storyListItem>;
/** The reply to a save: all fields except the text, which the client has. */
export const savedStory = storyListItem;

const forOneStory = { owner: 'stories', access: 'user', params: idParams } as const;

export const listStories = defineRoute({
  id: 'listStories',
  owner: 'stories',
  method: 'GET',
  path: '/api/personal-stories',
  summary: 'The stories of the signed-in user, newest change first',
  access: 'user',
  rate: 'read',
  responses: { 200: z.array(storyListItem).max(limits.storiesPerUser) },
});
export const createStory = defineRoute({
  id: 'createStory',
  owner: 'stories',
  method: 'POST',
  path: '/api/personal-stories',
  summary: 'Create a story without a text from the answers to its template',
  access: 'user',
  plan: 'pro',
  rate: 'write',
  bodyLimit: 'prose',
  idempotent: true,
  body: body({
    title,
    storyType: z.enum(storyTypes, 'Please choose a story template'),
    formData: answers,
    /** Without it the answers determine the length. */
    targetWordCount: z.int().min(100).max(10_000).optional(),
  }).superRefine(({ storyType, formData }: { storyType: StoryType; formData: StoryAnswers }, check) => {
    const missing = missingAnswers(storyType, formData);
    if (missing.length > 0)
      check.addIssue({ code: 'custom', path: ['formData'], message: missingAnswersText(missing) });
  }),
  responses: { 201: story },
  errors: ['plan.required', 'stories.quota_used'],
});
export const getStory = defineRoute({
  ...forOneStory,
  id: 'getStory',
  method: 'GET',
  path: '/api/personal-stories/:id',
  summary: 'One story; its ETag is the revision',
  rate: 'read',
  responses: { 200: story },
  errors: ['stories.not_found'],
});
export const saveStory = defineRoute({
  ...forOneStory,
  id: 'saveStory',
  method: 'PUT',
  path: '/api/personal-stories/:id',
  summary: 'Save fields or the full text; without If-Match the replaced text stays in history',
  rate: 'save',
  bodyLimit: 'prose',
  ifMatch: 'optional',
  body: body(
    {
      /** 413 beyond `storyTextMax`. */
      content: z
        .string()
        .refine((text) => text.trim() !== '', 'Generate or write some content first.')
        .optional(),
      /** The origins of ranges of `content`. Ranges whose text is already stored are ignored. */
      origins: originList.default([]),
      title: title.optional(),
      authorName: detailFields.authorName.optional(),
      publishingHouse: detailFields.publishingHouse.optional(),
      dedication: detailFields.dedication.optional(),
      synopsis: detailFields.synopsis.optional(),
      introduction: detailFields.introduction.optional(),
      /** The values when the author began to edit. 412 if one of them has been changed to something else since. */
      seen: z
        .strictObject({
          title: z.string(),
          authorName: z.string(),
          publishingHouse: z.string(),
          dedication: z.string(),
          synopsis: z.string(),
          introduction: z.string(),
        })
        .partial()
        .optional(),
    },
    ['wordCount', 'isComplete'],
  ),
  responses: { 200: story },
  errors: [
    'stories.not_found',
    'stories.stale_revision',
    'stories.invalid_changes',
    'stories.too_large',
    'stories.quota_used',
  ],
});
export const patchStory = defineRoute({
  ...forOneStory,
  id: 'patchStory',
  method: 'PATCH',
  path: '/api/personal-stories/:id',
  summary: 'Save changes to the text of a known revision; a repeated changeId returns the first reply',
  rate: 'save',
  bodyLimit: 'prose',
  ifMatch: { missing: 'stories.if_match_required' },
  body: body({
    changeId: z.string().min(8).max(64),
    changes: changeSetJson,
    origins: originList.default([]),
    kind: z.enum(['autosave', 'ai', 'conflict', 'replace']).default('autosave'),
  }),
  responses: { 200: savedStory },
  errors: [
    'stories.not_found',
    'stories.stale_revision',
    'stories.invalid_changes',
    'stories.if_match_required',
    'stories.too_large',
    'stories.quota_used',
  ],
});
export const deleteStory = defineRoute({
  ...forOneStory,
  id: 'deleteStory',
  method: 'DELETE',
  path: '/api/personal-stories/:id',
  summary: 'Move a story to the trash for 30 days',
  rate: 'write',
  responses: { 200: message },
  errors: ['stories.not_found', 'stories.quota_used'],
});

export const listStoryRevisions = defineRoute({
  ...forOneStory,
  id: 'listStoryRevisions',
  method: 'GET',
  path: '/api/personal-stories/:id/revisions',
  summary: 'Revisions, newest first; `Link: rel="next"` is the page with older ones',
  rate: 'read',
  query: revisionQuery,
  responses: { 200: revisionPage },
  errors: ['stories.not_found'],
});
export const deleteStoryRevisions = defineRoute({
  ...forOneStory,
  id: 'deleteStoryRevisions',
  method: 'DELETE',
  path: '/api/personal-stories/:id/revisions',
  summary: 'Delete revisions to free space; they can be recovered for 30 days',
  rate: 'write',
  body: revisionsBody,
  responses: { 200: changedRevisions },
  errors: ['stories.not_found', 'stories.revision_current'],
});
export const undeleteStoryRevisions = defineRoute({
  ...forOneStory,
  id: 'undeleteStoryRevisions',
  method: 'POST',
  path: '/api/personal-stories/:id/revisions/undelete',
  summary: 'Recover deleted revisions',
  rate: 'write',
  body: revisionsBody,
  responses: { 200: changedRevisions },
  errors: ['stories.not_found'],
});
export const getStoryRevision = defineRoute({
  ...forOneStory,
  id: 'getStoryRevision',
  method: 'GET',
  path: '/api/personal-stories/:id/revisions/:rev',
  summary: 'One revision with its text',
  rate: 'read',
  params: revisionParams,
  responses: { 200: revision.extend({ content: z.string() }) },
  errors: ['stories.not_found', 'stories.revision_not_found'],
});
export const restoreStoryRevision = defineRoute({
  ...forOneStory,
  id: 'restoreStoryRevision',
  method: 'POST',
  path: '/api/personal-stories/:id/revisions/:rev/restore',
  summary: 'Restore an old text as a new revision',
  rate: 'save',
  params: revisionParams,
  responses: { 200: story },
  errors: ['stories.not_found', 'stories.revision_not_found', 'stories.quota_used'],
});
export const createStorySnapshot = defineRoute({
  ...forOneStory,
  id: 'createStorySnapshot',
  method: 'POST',
  path: '/api/personal-stories/:id/snapshots',
  summary: 'Name the current revision, so that it is kept for ever',
  rate: 'write',
  body: body({ name: line(200).min(1, 'Please enter a name') }),
  responses: { 201: revision },
  errors: ['stories.not_found', 'stories.revision_not_found', 'stories.quota_used'],
});
