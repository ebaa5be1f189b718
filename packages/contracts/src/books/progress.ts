import { z } from 'zod';
import { idParams } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** Net words of one of the author's own dates; both may be negative on a day of cutting. */
export const wordsOfDay = z.object({
  localDate: z.iso.date(),
  typedWords: z.int(),
  /** Pasted, made by AI, imported or restored. */ otherWords: z.int(),
});

export const bookProgress = z.object({
  /** The last 60 days that have words, oldest first. */
  days: z.array(wordsOfDay).max(60),
  /** Typed words; a week begins on Monday. */
  wordsToday: z.int(),
  wordsThisWeek: z.int(),
  streakDays: z.int(),
  /** Typed words a day over the last 14 days, or since the first of them with words. */
  wordsPerDay: z.int(),
  remainingWords: z.int(),
  /** When the target is reached at this pace; null without a pace, beyond ten years and when it is reached. */
  finishDate: z.iso.date().nullable(),
});
export type BookProgress = z.infer<typeof bookProgress>;

export const getBookProgress = defineRoute({
  id: 'getBookProgress',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/progress',
  summary: 'Words by day, streak and the date the book is finished at this pace',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: bookProgress },
  errors: ['books.not_found'],
});
