import { z } from 'zod';
import { idParams } from './fields.ts';
import { quotas } from './plans.ts';
import { defineRoute } from './route.ts';

/** Bytes that a user stores in one area, history included. */
export const storageUsage = z.object({
  /** Counts against the quota. */
  used: z.int(),
  /** The plan's quota, or the bytes stored when a larger plan ended if that is more. */
  allowed: z.int(),
  /** In the trash and in deleted revisions: not counted, and deleted after 30 days. */
  deleted: z.int(),
});
export type StorageUsage = z.infer<typeof storageUsage>;

/** The areas in which bytes are counted, each with the service that owns it. */
export type StorageArea = keyof typeof quotas;

const ownStorage = { method: 'GET', access: 'user', rate: 'read', responses: { 200: storageUsage } } as const;

export const getBooksStorage = defineRoute({
  ...ownStorage,
  id: 'getBooksStorage',
  owner: 'books',
  path: '/api/books/storage',
  summary: 'Bytes that the user’s books take',
});
export const getStoriesStorage = defineRoute({
  ...ownStorage,
  id: 'getStoriesStorage',
  owner: 'stories',
  path: '/api/personal-stories/storage',
  summary: 'Bytes that the user’s stories take',
});
export const getAiStorage = defineRoute({
  ...ownStorage,
  id: 'getAiStorage',
  owner: 'ai',
  path: '/api/ai/storage',
  summary: 'Bytes that the user’s AI results take; the oldest are deleted beyond the limit',
});

const ofUser = {
  method: 'GET',
  access: 'service',
  callers: ['admin'],
  rate: 'read',
  params: idParams,
  timeoutMs: 2000,
  responses: { 200: storageUsage },
} as const;

/** The same numbers for the admin's view of a user. */
export const findBooksStorage = defineRoute({
  ...ofUser,
  id: 'findBooksStorage',
  owner: 'books',
  path: '/internal/users/:id/books-storage',
  summary: 'Bytes that a user’s books take',
});
export const findStoriesStorage = defineRoute({
  ...ofUser,
  id: 'findStoriesStorage',
  owner: 'stories',
  path: '/internal/users/:id/stories-storage',
  summary: 'Bytes that a user’s stories take',
});
export const findAiStorage = defineRoute({
  ...ofUser,
  id: 'findAiStorage',
  owner: 'ai',
  path: '/internal/users/:id/ai-storage',
  summary: 'Bytes that a user’s AI results take',
});

export const getAdminUserStorage = defineRoute({
  id: 'getAdminUserStorage',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/user/:id/storage',
  summary: 'Bytes that a user stores, by owner',
  access: 'admin',
  rate: 'read',
  params: idParams,
  /** Null: that service did not reply. */
  responses: {
    200: z.object({
      books: storageUsage.nullable(),
      stories: storageUsage.nullable(),
      aiResults: storageUsage.nullable(),
    }),
  },
});
