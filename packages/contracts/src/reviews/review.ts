import { z } from 'zod';
import { id, isoTime } from '../fields.ts';
import { defineRoute } from '../route.ts';

export const publicReview = z.object({
  id,
  rating: z.int().min(1).max(5),
  title: z.string(),
  content: z.string(),
  bookTitle: z.string().nullable(),
  isVerified: z.boolean(),
  createdAt: isoTime,
});
export type PublicReview = z.infer<typeof publicReview>;

/** Maximum number of reviews on the public page; the newest ones are shown. */
const publicReviewsMax = 200;

export const listReviews = defineRoute({
  id: 'listReviews',
  owner: 'reviews',
  method: 'GET',
  path: '/api/reviews',
  summary: 'Approved reviews, newest first',
  access: 'public',
  rate: 'read',
  responses: { 200: z.array(publicReview).max(publicReviewsMax) },
});
