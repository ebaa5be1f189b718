import { z } from 'zod';
import { defineEvent } from './event-type.ts';
import { userId } from './fields.ts';

export const bookCreated = defineEvent({
  type: 'books.book.created.v1',
  owner: 'books',
  kind: 'fact',
  key: 'book',
  data: z.object({ bookId: z.string(), userId, genre: z.string(), createdAt: z.iso.datetime() }),
});

/** The book was moved to the trash, restored or purged: see `stage`. */
export const bookRemoved = defineEvent({
  type: 'books.book.removed.v1',
  owner: 'books',
  kind: 'fact',
  key: 'book',
  data: z.object({ bookId: z.string(), userId, stage: z.enum(['trashed', 'restored', 'purged']) }),
});

/** The chapter was moved to the trash, restored or purged: see `stage`. */
export const chapterRemoved = defineEvent({
  type: 'books.chapter.removed.v1',
  owner: 'books',
  kind: 'fact',
  key: 'chapter',
  data: z.object({
    chapterId: z.string(),
    bookId: z.string(),
    userId,
    stage: z.enum(['trashed', 'restored', 'purged']),
  }),
});

/**
 * Net words by origin since the previous event, published at most every 5 s for a chapter. `typedWords` and `otherWords`
 * may be negative; their sum over all events of a chapter is `wordCount`, its current word count. `localDate` is the date
 * in the author's time zone.
 */
export const chapterProgressed = defineEvent({
  type: 'books.chapter.progressed.v1',
  owner: 'books',
  kind: 'progress',
  key: 'chapter',
  naturalKey: 'progressId',
  data: z.object({
    chapterId: z.string(),
    bookId: z.string(),
    userId,
    wordCount: z.int(),
    progressId: z.string(),
    localDate: z.iso.date(),
    typedWords: z.int(),
    otherWords: z.int(),
  }),
});

/**
 * The text of a chapter changed, and the extraction has processed it. Published only for books that allow automatic
 * reading by AI, at most once in ten seconds for a chapter.
 */
export const chapterContentChanged = defineEvent({
  type: 'books.chapter.content-changed.v1',
  owner: 'books',
  kind: 'progress',
  key: 'chapter',
  data: z.object({
    chapterId: z.string(),
    bookId: z.string(),
    userId,
    /** The revision from which rules have extracted. */
    rev: z.int(),
    /** Words that were added, replaced or removed since the extraction before. */
    changedWords: z.int(),
  }),
});

export const creditBalanceChanged = defineEvent({
  type: 'books.credit-balance.changed.v1',
  owner: 'books',
  kind: 'state',
  key: 'user',
  data: z.object({ userId, balance: z.int() }),
});
