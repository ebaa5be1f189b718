import { z } from 'zod';
import { body, id, idParams, isoTime, line, message, prose } from '../fields.ts';
import { limits, planName } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { targetWordCount } from './chapter.ts';
import { genres } from './genres.ts';

export const bookStatus = z.enum(['active', 'complete', 'archived']);
export type BookStatus = z.infer<typeof bookStatus>;
const title = z
  .string('Title is required')
  .trim()
  .min(1, 'Title is required')
  .max(300, 'Please use at most 300 characters');
const genre = z
  .string('Genre is required')
  .min(1, 'Genre is required')
  .pipe(z.enum(genres, 'Please choose a genre from the list'));
/** A target length in words: a number or a string of digits. */
const targetWords = z
  .union(
    [
      z.int(),
      z
        .string()
        .trim()
        .regex(/^\d{1,7}$/, 'Please enter a number')
        .transform(Number),
    ],
    'Please enter a number',
  )
  .pipe(z.int().min(1, 'Please enter a number of words').max(2_000_000, 'Please enter at most 2,000,000 words'));

export const book = z.object({
  id,
  title: z.string(),
  genre: z.string(),
  subgenre: z.string(),
  targetAudience: z.string(),
  status: bookStatus,
  authorName: z.string(),
  penName: z.string(),
  publishingHouse: z.string(),
  outline: z.string(),
  synopsis: z.string(),
  introduction: z.string(),
  dedication: z.string(),
  totalChapters: z.int(),
  completedChapters: z.int(),
  /** The target length in words. */
  wordCount: z.int(),
  /** The number of words written so far. */
  writtenWords: z.int(),
  exported: z.boolean(),
  language: z.string(),
  readbackEnabled: z.boolean(),
  titleGenerationCount: z.int(),
  outlineGenerationCount: z.int(),
  aiSuspended: z.boolean(),
  /** False after a one-off plan has ended: the book's text is then read-only. */
  canEdit: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Book = z.infer<typeof book>;

/** A book in a list, without its outline. */
export const bookListItem = book.omit({ outline: true });
export type BookListItem = z.infer<typeof bookListItem>;

/** Maximum chapters with which a book can be created. */
export const plannedChaptersMax = 500;
export const plannedChapter = z.strictObject({
  number: z.int().min(1).max(plannedChaptersMax),
  title: line(300).min(1, 'Title is required'),
  description: prose(10_000).default(''),
  keyPoints: z.array(prose(2000)).max(50).default([]),
  /** The default is that of a new chapter. */
  targetWordCount: targetWordCount.optional(),
});

export const listBooks = defineRoute({
  id: 'listBooks',
  owner: 'books',
  method: 'GET',
  path: '/api/books',
  summary: 'The books of the signed-in user, newest change first',
  access: 'user',
  rate: 'read',
  responses: { 200: z.array(bookListItem).max(limits.booksPerUser) },
});

export const createBook = defineRoute({
  id: 'createBook',
  owner: 'books',
  method: 'POST',
  path: '/api/books',
  summary: 'Create a book with its planned chapters, or with Chapter 1',
  access: 'user',
  rate: 'write',
  bodyLimit: 'prose',
  idempotent: true,
  body: body({
    title,
    genre: genre.default('general'),
    subgenre: line(100).default(''),
    targetAudience: line(100).default(''),
    wordCount: targetWords.default(70_000),
    outline: prose(500_000).default(''),
    chapters: z.array(plannedChapter).max(plannedChaptersMax).optional(),
  }),
  responses: { 201: book },
  errors: ['books.allowance_used', 'books.quota_used'],
});

/** How many books the user can still create, shown before the form for a new one. */
export const bookAllowance = z.object({
  plan: planName,
  /** Books created under this plan's allowance. */
  used: z.int(),
  /** Null means unlimited. */
  max: z.int().nullable(),
  /** Book credits. Each allows one more book when the allowance is used up. */
  credits: z.int(),
  /** When the next period of a monthly plan begins. */
  renewsAt: isoTime.nullable(),
  /** The message with which creating another book would be refused; null while a book can be created. */
  refusal: z.string().nullable(),
});
export type BookAllowance = z.infer<typeof bookAllowance>;

export const getBookAllowance = defineRoute({
  id: 'getBookAllowance',
  owner: 'books',
  method: 'GET',
  path: '/api/books/allowance',
  summary: 'How many books can still be created',
  access: 'user',
  rate: 'read',
  responses: { 200: bookAllowance },
});

export const getBook = defineRoute({
  id: 'getBook',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id',
  summary: 'One book',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: book },
  errors: ['books.not_found'],
});

export const updateBook = defineRoute({
  id: 'updateBook',
  owner: 'books',
  method: 'PUT',
  path: '/api/books/:id',
  summary: 'Change the fields that are sent',
  access: 'user',
  rate: 'save',
  bodyLimit: 'prose',
  params: idParams,
  body: body({
    title: title.optional(),
    genre: genre.optional(),
    subgenre: line(100).optional(),
    targetAudience: line(100).optional(),
    status: bookStatus.optional(),
    authorName: line(200).optional(),
    penName: line(200).optional(),
    publishingHouse: line(200).optional(),
    outline: prose(500_000).optional(),
    synopsis: prose(100_000).optional(),
    introduction: prose(200_000).optional(),
    dedication: prose(10_000).optional(),
    language: line(10).optional(),
    readbackEnabled: z.boolean().optional(),
    wordCount: targetWords.optional(),
    /** The values when the author began to edit. 412 if one of them has been changed to something else since. */
    seen: z
      .strictObject({
        title: z.string(),
        authorName: z.string(),
        penName: z.string(),
        publishingHouse: z.string(),
        language: z.string(),
        outline: z.string(),
        synopsis: z.string(),
        introduction: z.string(),
        dedication: z.string(),
      })
      .partial()
      .optional(),
  }),
  responses: { 200: book },
  errors: ['books.not_found', 'books.status_conflict', 'books.stale_revision', 'plan.read_only', 'books.quota_used'],
});

export const deleteBook = defineRoute({
  id: 'deleteBook',
  owner: 'books',
  method: 'DELETE',
  path: '/api/books/:id',
  summary: 'Move a book to the trash for 30 days',
  access: 'user',
  rate: 'write',
  params: idParams,
  responses: { 200: message },
  errors: ['books.not_found', 'books.quota_used'],
});

/** Maximum number of listed names; the most frequent ones are kept. */
export const namesMax = 500;

export const getOutlineAnalysis = defineRoute({
  id: 'getOutlineAnalysis',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/outline-analysis',
  summary: 'Analysis of the outline, computed without AI',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: {
    200: z.object({
      detailed: z.boolean(),
      characters: z.array(z.string()).max(namesMax),
      chapterCount: z.int(),
      describedChapters: z.int(),
      estimatedWords: z.int(),
      gaps: z.array(z.string()).max(50),
    }),
  },
  errors: ['books.not_found'],
});

export const listTrash = defineRoute({
  id: 'listTrash',
  owner: 'books',
  method: 'GET',
  path: '/api/trash',
  summary: 'Deleted items that can still be restored',
  access: 'user',
  rate: 'read',
  responses: {
    200: z
      .array(
        z.object({
          id,
          kind: z.enum(['book', 'chapter', 'story']),
          itemId: id,
          title: z.string(),
          deletedAt: isoTime,
          purgeAt: isoTime,
        }),
      )
      .max(2 * limits.trashEntries),
  },
});

export const restoreTrash = defineRoute({
  id: 'restoreTrash',
  owner: 'books',
  method: 'POST',
  path: '/api/trash/:id/restore',
  summary: 'Restore a deleted book, chapter or story',
  access: 'user',
  rate: 'restore',
  params: idParams,
  responses: { 200: message },
  errors: ['books.trash_not_found', 'books.quota_used', 'stories.quota_used'],
});
