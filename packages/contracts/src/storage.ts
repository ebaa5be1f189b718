import { z } from 'zod';
import { idParams } from './fields.ts';
import { quotas } from './plans.ts';
import { defineRoute } from './route.ts';

/** Bytes that a user stores in one area, history included. */
export const storageUsage = z.object({
  /** Bytes that count against the quota. */
  used: z.int(),
  /** The plan's quota, or the bytes that were stored when a larger plan ended, if that is more. */
  allowed: z.int(),
  /** Bytes of the trash and of deleted revisions. They do not count, and are erased after 30 days. */
  deleted: z.int(),
});
export type StorageUsage = z.infer<typeof storageUsage>;

/** An area with its own quota. */
export type StorageArea = keyof typeof quotas;

const forUser = { method: 'GET', access: 'user', rate: 'read', responses: { 200: storageUsage } } as const;

export const getBooksStorage = defineRoute({
  ...forUser,
  id: 'getBooksStorage',
  owner: 'books',
  path: '/api/books/storage',
  summary: 'Bytes used by the user’s books',
});
export const getStoriesStorage = defineRoute({
  ...forUser,
  id: 'getStoriesStorage',
  owner: 'stories',
  path: '/api/personal-stories/storage',
  summary: 'Bytes used by the user’s stories',
});
export const getAiStorage = defineRoute({
  ...forUser,
  id: 'getAiStorage',
  owner: 'ai',
  path: '/api/ai/storage',
  summary: 'Bytes used by the user’s AI results; the oldest are deleted beyond the limit',
});
export const getFilesStorage = defineRoute({
  ...forUser,
  id: 'getFilesStorage',
  owner: 'export',
  path: '/api/editions/storage',
  summary: 'Bytes used by the user’s finished files and covers',
});

const forAdminService = {
  method: 'GET',
  access: 'service',
  callers: ['admin'],
  rate: 'read',
  params: idParams,
  timeoutMs: 2000,
  responses: { 200: storageUsage },
} as const;

/** The same numbers for the admin service, which shows them on the page of a user. */
export const findBooksStorage = defineRoute({
  ...forAdminService,
  id: 'findBooksStorage',
  owner: 'books',
  path: '/internal/users/:id/books-storage',
  summary: 'Bytes used by a user’s books',
});
export const findStoriesStorage = defineRoute({
  ...forAdminService,
  id: 'findStoriesStorage',
  owner: 'stories',
  path: '/internal/users/:id/stories-storage',
  summary: 'Bytes used by a user’s stories',
});
export const findAiStorage = defineRoute({
  ...forAdminService,
  id: 'findAiStorage',
  owner: 'ai',
  path: '/internal/users/:id/ai-storage',
  summary: 'Bytes used by a user’s AI results',
});
export const findFilesStorage = defineRoute({
  ...forAdminService,
  id: 'findFilesStorage',
  owner: 'export',
  path: '/internal/users/:id/files-storage',
  summary: 'Bytes used by a user’s finished files and covers',
});

export const getAdminUserStorage = defineRoute({
  id: 'getAdminUserStorage',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/user/:id/storage',
  summary: 'Bytes that a user stores, by area',
  access: 'admin',
  rate: 'read',
  params: idParams,
  /** An area is null if its service did not reply. */
  responses: {
    200: z.object({
      books: storageUsage.nullable(),
      stories: storageUsage.nullable(),
      aiResults: storageUsage.nullable(),
      files: storageUsage.nullable(),
    }),
  },
});
