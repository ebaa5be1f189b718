import { z } from 'zod';
import { body, id, idParams, line, prose } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { book } from './book.ts';
import { chapterTextMax } from './chapter.ts';
import { matterLimits, matterSection } from './matter.ts';

/** Bounds of what one import makes. `bytes` are those of all texts in UTF-8. */
export const madeImportMax = {
  chapters: limits.chaptersPerBook,
  bytes: 64 * 1024 * 1024,
  dedication: 10_000,
  introduction: 200_000,
} as const;

/**
 * Begins to make the book of an import, or the chapters that are appended to a book. Nothing is visible before
 * `finishImport`. Idempotent by the id; an id that was abandoned is never begun again.
 */
export const beginImport = defineRoute({
  id: 'beginImport',
  owner: 'books',
  method: 'POST',
  path: '/internal/imports/:id',
  summary: 'Begin an import: use the allowance and reserve the bytes',
  access: 'service',
  callers: ['export'],
  rate: 'write',
  timeoutMs: 10_000,
  params: idParams,
  body: body({
    userId: id,
    /** Null: a new book. */
    bookId: id.nullable(),
    title: line(300).min(1),
    authorName: line(200),
    language: line(10).min(1),
    chapters: z.int().min(1).max(madeImportMax.chapters),
    bytes: z.int().min(0).max(madeImportMax.bytes),
  }),
  responses: { 200: z.object({ bookId: id }) },
  errors: ['books.not_found', 'books.allowance_used', 'books.quota_used', 'plan.read_only'],
});

/** Stores one chapter of an import. Idempotent by its position. */
export const writeImportedChapter = defineRoute({
  id: 'writeImportedChapter',
  owner: 'books',
  method: 'PUT',
  path: '/internal/imports/:id/chapters/:index',
  summary: 'Store a chapter of an import, not yet visible',
  access: 'service',
  callers: ['export'],
  rate: 'write',
  bodyLimit: 'ai',
  timeoutMs: 30_000,
  params: z.object({
    id,
    index: z.coerce
      .number()
      .int()
      .min(0)
      .max(madeImportMax.chapters - 1),
  }),
  body: body({ userId: id, title: line(300).min(1), content: prose(chapterTextMax) }),
  responses: { 200: z.object({ chapterId: id }) },
  errors: ['books.not_found'],
});

/** Makes everything of an import visible in one transaction. Idempotent. */
export const finishImport = defineRoute({
  id: 'finishImport',
  owner: 'books',
  method: 'POST',
  path: '/internal/imports/:id/finish',
  summary: 'Make the book or the appended chapters visible',
  access: 'service',
  callers: ['export'],
  rate: 'write',
  bodyLimit: 'ai',
  timeoutMs: 30_000,
  params: idParams,
  body: body({
    userId: id,
    chapters: z.int().min(1).max(madeImportMax.chapters),
    /** These three only for a new book. */
    dedication: prose(madeImportMax.dedication).default(''),
    introduction: prose(madeImportMax.introduction).default(''),
    matter: z.array(matterSection).max(matterLimits.pieces).default([]),
  }),
  responses: { 200: book },
  errors: ['books.not_found', 'books.import_incomplete', 'books.quota_used', 'plan.read_only'],
});

/** Deletes what an import has stored, and returns its allowance. Changes nothing when it is finished. Idempotent. */
export const abandonImport = defineRoute({
  id: 'abandonImport',
  owner: 'books',
  method: 'DELETE',
  path: '/internal/imports/:id',
  summary: 'Delete what an unfinished import has stored',
  access: 'service',
  callers: ['export'],
  rate: 'write',
  timeoutMs: 30_000,
  params: idParams,
  query: z.object({ userId: id }),
  responses: {
    200: z.object({
      /** The book of an import that was finished before; null when it is abandoned. */
      bookId: id.nullable(),
    }),
  },
});
