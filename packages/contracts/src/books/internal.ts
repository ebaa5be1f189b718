import { z } from 'zod';
import { body, id, idParams } from '../fields.ts';
import { entitlement, limits } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { book, bookListItem } from './book.ts';
import { chapter, chapterList, listedChaptersMax } from './chapter.ts';

/** A page of chapters or stories with their texts; a longer text stands alone on its page. */
export const textPage = { rows: 500, bytes: 4 * 1024 * 1024 } as const;
/** Chapters that are asked for at once: a hundred ids fit a URL. */
export const chaptersPerPage = 100;

/** A book for its owner, with its chapters in order but without their texts. */
export const readBookForOwner = defineRoute({
  id: 'readBookForOwner',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id',
  summary: 'A book with its chapters without texts, if it belongs to this user',
  access: 'service',
  callers: ['ai', 'export'],
  rate: 'read',
  params: idParams,
  query: z.object({ userId: id }),
  responses: { 200: z.object({ book, chapters: chapterList }) },
  errors: ['books.not_found'],
});

/**
 * Texts of a book's chapters by their ids (a list with commas), in the order of that list, for export. Numbers shift
 * while chapters are added, moved or deleted; ids do not. What is no longer in the book is left out.
 */
export const readChapterPage = defineRoute({
  id: 'readChapterPage',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/chapters',
  summary: 'Chapters with their texts, as many as fit one page, if they belong to this user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  timeoutMs: 10_000,
  params: idParams,
  query: z.object({
    userId: id,
    ids: z
      .string()
      .max(65 * chaptersPerPage)
      .transform((list) => list.split(','))
      .pipe(z.array(id).max(chaptersPerPage)),
  }),
  responses: {
    200: z.object({
      chapters: z.array(chapter).max(chaptersPerPage),
      /** How many ids of the list this page answers; the next page begins behind them. */ answered: z.int().min(1),
    }),
  },
  errors: ['books.not_found'],
});

/**
 * What AI needs around a chapter: its book, its text and the texts before it, the nearest ones up to `textPage.bytes`;
 * those further away come with an empty text.
 */
export const readChapterContext = defineRoute({
  id: 'readChapterContext',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/context',
  summary: 'A chapter with its book and what stands before it, if it belongs to this user',
  access: 'service',
  callers: ['ai'],
  rate: 'read',
  params: idParams,
  query: z.object({ userId: id, chapterId: id.optional(), chapterNumber: z.coerce.number().int().min(1).optional() }),
  responses: { 200: z.object({ book, chapter, before: z.array(chapter).max(listedChaptersMax) }) },
  errors: ['books.not_found', 'books.chapter_not_found'],
});

/** Which book a chapter belongs to and its present text, if both belong to this user. */
export const readChapterForOwner = defineRoute({
  id: 'readChapterForOwner',
  owner: 'books',
  method: 'GET',
  path: '/internal/chapters/:id',
  summary: 'One chapter, if it belongs to this user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  params: idParams,
  query: z.object({ userId: id }),
  responses: { 200: chapter },
  errors: ['books.chapter_not_found'],
});

/**
 * Whose book and chapter this is, without any text: asked before counters or results are shown. A chapter's own book
 * wins over `bookId`.
 */
export const findScopeForOwner = defineRoute({
  id: 'findScopeForOwner',
  owner: 'books',
  method: 'GET',
  path: '/internal/scope',
  summary: 'A book, a chapter or both, if they belong to this user',
  access: 'service',
  callers: ['ai', 'export'],
  rate: 'read',
  query: z.object({ userId: id, bookId: id.optional(), chapterId: id.optional() }),
  responses: { 200: z.object({ bookId: id.nullable(), chapterId: id.nullable(), aiSuspended: z.boolean() }) },
  errors: ['books.not_found', 'books.chapter_not_found'],
});

/** Every book of a user without outlines, for the export of one's own data. */
export const listBooksForOwner = defineRoute({
  id: 'listBooksForOwner',
  owner: 'books',
  method: 'GET',
  path: '/internal/users/:id/books',
  summary: 'Every book of a user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  timeoutMs: 10_000,
  params: idParams,
  responses: { 200: z.array(bookListItem).max(limits.booksPerUser) },
});

/**
 * What an admin set for a user, handed over before billing answers, so that the very next request obeys it. The events
 * say the same again.
 */
export const applyPlanOverride = defineRoute({
  id: 'applyPlanOverride',
  owner: 'books',
  method: 'POST',
  path: '/internal/users/:id/plan-override',
  summary: 'Apply an admin’s change of a plan at once',
  access: 'service',
  callers: ['billing'],
  rate: 'write',
  timeoutMs: 300,
  params: idParams,
  body: body({
    /** With the `seq` of its event. */
    entitlement: entitlement.extend({ seq: z.int().min(1) }),
    credits: z.object({ adjustmentId: id, creditBalance: z.int().min(0), seq: z.int().min(1) }).nullable(),
  }),
  responses: { 200: z.object({ applied: z.literal(true) }) },
});
