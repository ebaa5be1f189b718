import { z } from 'zod';
import { defineEvent } from './event-type.ts';
import { adminAction, userId } from './fields.ts';

/** The state of a story. `title` is the only text by the author; it is blanked when the author is erased. */
export const storyChanged = defineEvent({
  type: 'stories.story.changed.v1',
  owner: 'stories',
  kind: 'state',
  key: 'story',
  data: z.object({
    storyId: z.string(),
    userId,
    title: z.string(),
    storyType: z.string(),
    wordCount: z.int(),
    isComplete: z.boolean(),
    createdAt: z.iso.datetime(),
    stage: z.enum(['live', 'trashed', 'purged']),
  }),
});

export const storiesAdminAction = defineEvent({
  type: 'stories.admin-action.recorded.v1',
  owner: 'stories',
  kind: 'fact',
  key: 'action',
  data: adminAction,
});
