import { z } from 'zod';
import { idParams } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** Net words on one date in the author's time zone. Both numbers are negative if more was deleted than written. */
export const wordsOfDay = z.object({
  localDate: z.iso.date(),
  typedWords: z.int(),
  /** Pasted, AI-generated, imported or restored words. */
  otherWords: z.int(),
});

export const bookProgress = z.object({
  /** The last 60 days with words, oldest first. */
  days: z.array(wordsOfDay).max(60),
  /** Typed words; a week begins on Monday. */
  wordsToday: z.int(),
  wordsThisWeek: z.int(),
  streakDays: z.int(),
  /** Average of typed words a day in the last 14 days, or since the book's first day with words if that is later. */
  wordsPerDay: z.int(),
  remainingWords: z.int(),
  /** The date on which the target is reached at this pace; null without typed words, beyond ten years, or if reached. */
  finishDate: z.iso.date().nullable(),
});
export type BookProgress = z.infer<typeof bookProgress>;

export const getBookProgress = defineRoute({
  id: 'getBookProgress',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/progress',
  summary: 'Words by day, streak, and the date on which the book is finished at this pace',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: bookProgress },
  errors: ['books.not_found'],
});
