import { z } from 'zod';
import { id, isoTime } from '../fields.ts';
import { listQuery, maxPageRows } from '../list-query.ts';
import { defineRoute } from '../route.ts';

export const adminStory = z.object({
  id,
  title: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  /** An empty category is displayed as 'General'. */
  category: z.string(),
  wordCount: z.int(),
  createdAt: isoTime,
});
export type AdminStory = z.infer<typeof adminStory>;

export const listAdminStories = defineRoute({
  id: 'listAdminStories',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/personal-stories',
  summary: 'Stories that are not in a trash; `q` searches title, name and email address',
  access: 'admin',
  rate: 'read',
  query: listQuery('-createdAt', 'createdAt', 'title', '-title', '-wordCount', 'wordCount'),
  responses: { 200: z.array(adminStory).max(maxPageRows) },
});
