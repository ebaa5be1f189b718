import { z } from 'zod';
import { id, idParams } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { bibleEntryDetails } from './bible.ts';

/** Limits of a page of entries with their facts. An entry may have a thousand facts. */
export const entriesPage = { rows: 20, bytes: 4 * 1024 * 1024 } as const;

const biblePage = z.object({
  /** By name, with the relations that begin at them. */
  entries: z.array(bibleEntryDetails).max(entriesPage.rows),
  /** `after` of the next page; null on the last one. */
  next: z.string().nullable(),
});
export type BiblePage = z.infer<typeof biblePage>;

/** A story bible for the account archive. */
export const readBiblePage = defineRoute({
  id: 'readBiblePage',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/bible',
  summary: 'Entries of a story bible with their facts, as many as fit one page, if the book belongs to this user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  timeoutMs: 10_000,
  params: idParams,
  query: z.object({ userId: id, after: z.string().max(200).optional() }),
  responses: { 200: biblePage },
  errors: ['books.not_found'],
});
