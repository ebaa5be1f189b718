import { z } from 'zod';
import { idParams } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** Net words of one local date of the author. Both may be negative on a day with more deleted than written words. */
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
  /** Typed words a day over the last 14 days, or since the book's first day with words if that is later. */
  wordsPerDay: z.int(),
  remainingWords: z.int(),
  /** When the target is reached at this pace; null without a pace, beyond ten years, and once it is reached. */
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
