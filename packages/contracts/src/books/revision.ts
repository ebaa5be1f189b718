import { z } from 'zod';
import { body, id, idParams, isoTime, line } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { chapter } from './chapter.ts';

export const revisionKind = z.enum([
  'created',
  'autosave',
  'replace',
  /** Text came from another chapter or went there. */
  'structure',
  'put',
  'forced-put',
  'conflict',
  'ai',
  'restore',
  'deletion',
  'snapshot',
]);
export const revision = z.object({
  rev: z.int(),
  at: isoTime,
  kind: revisionKind,
  name: z.string().optional(),
  wordCount: z.int(),
  /** Only deleted revisions have it. */
  deletedAt: isoTime.optional(),
});
export type Revision = z.infer<typeof revision>;
/** A revision in a path or a query. */
export const revisionNumber = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
export const revisionParams = z.object({ id, rev: revisionNumber });

/**
 * The query for a page of revisions. `before` comes from the `Link` header of the previous page. `deleted` selects
 * deleted revisions that can still be recovered.
 */
export const revisionQuery = z.object({
  before: revisionNumber.optional(),
  limit: z.coerce.number().int().min(1).max(limits.revisionsPerPage).default(limits.revisionsPerPage),
  deleted: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});
export const revisionPage = z.array(revision).max(limits.revisionsPerPage);
const revs = z.array(z.int().min(1)).min(1, 'Please choose at least one version').max(limits.revisionsPerPage);
export const revisionsBody = body({ revs });
/** The revisions that were changed. Those already in the requested state, or not found, are left out. */
export const changedRevisions = z.object({ message: z.string(), revs: z.array(z.int()).max(limits.revisionsPerPage) });

export const listRevisions = defineRoute({
  id: 'listRevisions',
  owner: 'books',
  method: 'GET',
  path: '/api/chapters/:id/revisions',
  summary: 'Revisions, newest first; `Link: rel="next"` is the page with older ones',
  access: 'user',
  rate: 'read',
  params: idParams,
  query: revisionQuery,
  responses: { 200: revisionPage },
  errors: ['books.chapter_not_found'],
});
export const deleteRevisions = defineRoute({
  id: 'deleteRevisions',
  owner: 'books',
  method: 'DELETE',
  path: '/api/chapters/:id/revisions',
  summary: 'Delete revisions to free space; they can be recovered for 30 days',
  access: 'user',
  rate: 'write',
  params: idParams,
  body: revisionsBody,
  responses: { 200: changedRevisions },
  errors: ['books.chapter_not_found', 'books.revision_current', 'plan.read_only'],
});
export const undeleteRevisions = defineRoute({
  id: 'undeleteRevisions',
  owner: 'books',
  method: 'POST',
  path: '/api/chapters/:id/revisions/undelete',
  summary: 'Recover deleted revisions',
  access: 'user',
  rate: 'write',
  params: idParams,
  body: revisionsBody,
  responses: { 200: changedRevisions },
  errors: ['books.chapter_not_found', 'plan.read_only'],
});
export const getRevision = defineRoute({
  id: 'getRevision',
  owner: 'books',
  method: 'GET',
  path: '/api/chapters/:id/revisions/:rev',
  summary: 'One revision with its text',
  access: 'user',
  rate: 'read',
  params: revisionParams,
  responses: { 200: revision.extend({ content: z.string() }) },
  errors: ['books.chapter_not_found', 'books.revision_not_found'],
});
export const restoreRevision = defineRoute({
  id: 'restoreRevision',
  owner: 'books',
  method: 'POST',
  path: '/api/chapters/:id/revisions/:rev/restore',
  summary: 'Restore an old text as a new revision',
  access: 'user',
  rate: 'save',
  params: revisionParams,
  responses: { 200: chapter },
  errors: ['books.chapter_not_found', 'books.revision_not_found', 'books.quota_used', 'plan.read_only'],
});
export const createSnapshot = defineRoute({
  id: 'createSnapshot',
  owner: 'books',
  method: 'POST',
  path: '/api/chapters/:id/snapshots',
  summary: 'Name the current revision, so that it is kept for ever',
  access: 'user',
  rate: 'write',
  params: idParams,
  body: body({ name: line(200).min(1, 'Please enter a name') }),
  responses: { 201: revision },
  errors: ['books.chapter_not_found', 'books.revision_not_found', 'books.quota_used'],
});
