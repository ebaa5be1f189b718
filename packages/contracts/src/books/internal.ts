import { z } from 'zod';
import { contextEntries } from '../bible/internal.ts';
import { providerReading } from '../bible/suggestion.ts';
import { body, id, idParams } from '../fields.ts';
import { entitlement, limits } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { book, bookListItem } from './book.ts';
import { chapter, chapterList, listedChaptersMax } from './chapter.ts';
import { design } from './design.ts';
import { matter } from './matter.ts';
import { provenance } from './provenance.ts';
import { bookStyle, savedStyle, unknownStyle } from './style-sheet.ts';

/** Limits of a page of chapters or stories with their texts; a longer text gets a page of its own. */
export const textPage = { rows: 500, bytes: 4 * 1024 * 1024 } as const;
/** Maximum number of chapters per request, so that their ids fit into a URL. */
export const chaptersPerPage = 100;

/** A book of this owner, with its chapters in order but without their texts. */
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

/** Where the words of a book come from, for its declaration. */
export const readProvenanceForOwner = defineRoute({
  id: 'readProvenanceForOwner',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/provenance',
  summary: 'Where the words of a book come from, if it belongs to this user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  timeoutMs: 30_000,
  params: idParams,
  query: z.object({ userId: id }),
  responses: { 200: provenance },
  errors: ['books.not_found'],
});

/** The settings and texts that an export needs besides the chapters, read together. */
export const readDesignAndMatter = defineRoute({
  id: 'readDesignAndMatter',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/design-and-matter',
  summary: 'Design, front and back matter of a book, if it belongs to this user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  timeoutMs: 10_000,
  params: idParams,
  query: z.object({ userId: id }),
  responses: { 200: z.object({ design, matter }) },
  errors: ['books.not_found'],
});

/** What the author has decided about how the book is written, for the account archive. */
export const readStyleForOwner = defineRoute({
  id: 'readStyleForOwner',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/style',
  summary: 'The saved style sheet of a book, if it belongs to this user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  params: idParams,
  query: z.object({ userId: id }),
  responses: { 200: savedStyle },
  errors: ['books.not_found'],
});

/**
 * Texts of a book's chapters, for an export. `ids` is a comma-separated list, and the reply has the same order. Chapter
 * numbers are not used, because they change while chapters are added, moved or deleted. Chapters that are no longer in
 * the book are left out.
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
      /** How many of `ids` this page covers, counted from the first; request the next page with the rest. */
      answered: z.int().min(1),
    }),
  },
  errors: ['books.not_found'],
});

/**
 * The context that AI needs for a chapter: its book, how that is written, what its story bible knows there, its text and
 * the texts of the earlier chapters. The nearest ones have their texts, up to `textPage.bytes`; the others have an empty
 * text.
 */
export const readChapterContext = defineRoute({
  id: 'readChapterContext',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/context',
  summary: 'A chapter with its book and the earlier chapters, if it belongs to this user',
  access: 'service',
  callers: ['ai'],
  rate: 'read',
  params: idParams,
  query: z.object({ userId: id, chapterId: id.optional(), chapterNumber: z.coerce.number().int().min(1).optional() }),
  responses: {
    200: z.object({
      book,
      chapter,
      before: z.array(chapter).max(listedChaptersMax),
      // An earlier release of books does not send them.
      style: bookStyle.default(unknownStyle),
      entries: contextEntries.default([]),
      /** Where it is `off`, what a provider has written about chapters is not used either. */
      providerReading: providerReading.default('asked'),
    }),
  },
  errors: ['books.not_found', 'books.chapter_not_found'],
});

/** A chapter's current text and its book, if both belong to this user. */
export const readChapterForOwner = defineRoute({
  id: 'readChapterForOwner',
  owner: 'books',
  method: 'GET',
  path: '/internal/chapters/:id',
  summary: 'One chapter, if it belongs to this user',
  access: 'service',
  callers: ['ai', 'export'],
  rate: 'read',
  params: idParams,
  query: z.object({ userId: id }),
  responses: { 200: chapter },
  errors: ['books.chapter_not_found'],
});

/**
 * Checks who owns a book and a chapter, without reading a text. Called before counters or results are shown. The
 * chapter's own book takes precedence over `bookId`.
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

/** All books of a user without outlines, for the account archive. */
export const listBooksForOwner = defineRoute({
  id: 'listBooksForOwner',
  owner: 'books',
  method: 'GET',
  path: '/internal/users/:id/books',
  summary: 'All books of a user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  timeoutMs: 10_000,
  params: idParams,
  responses: { 200: z.array(bookListItem).max(limits.booksPerUser) },
});

/**
 * Applies an override that an admin has set. Billing calls it directly, so that the next request already uses the
 * override; the events with the same change follow.
 */
export const applyPlanOverride = defineRoute({
  id: 'applyPlanOverride',
  owner: 'books',
  method: 'POST',
  path: '/internal/users/:id/plan-override',
  summary: 'Apply an admin’s plan override at once',
  access: 'service',
  callers: ['billing'],
  rate: 'write',
  timeoutMs: 300,
  params: idParams,
  body: body({
    /** The override with the `seq` of its event. */
    entitlement: entitlement.extend({ seq: z.int().min(1) }),
    credits: z.object({ adjustmentId: id, creditBalance: z.int().min(0), seq: z.int().min(1) }).nullable(),
  }),
  responses: { 200: z.object({ applied: z.literal(true) }) },
});
