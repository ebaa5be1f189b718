import { z } from 'zod';
import { body, idParams, line, message, prose } from '../fields.ts';
import { listQuery, maxPageRows } from '../list-query.ts';
import { defineRoute } from '../route.ts';
import { publicReview } from './review.ts';

export const reviewState = z.enum(['pending', 'approved', 'rejected']);
const invalidEmail = 'Valid email required';

export const createReview = defineRoute({
  id: 'createReview',
  owner: 'reviews',
  method: 'POST',
  path: '/api/reviews',
  summary: 'Send a review; it is public once an admin has approved it',
  access: 'user',
  rate: 'write',
  idempotent: true,
  body: body({
    rating: z
      .int('Please choose 1 to 5 stars')
      .min(1, 'Please choose 1 to 5 stars')
      .max(5, 'Please choose 1 to 5 stars'),
    title: line(150).min(1, 'Title is required'),
    content: prose(4000).trim().min(1, 'Review is required'),
    bookTitle: line(200).optional(),
    /** Required only of free-plan users without a known address; an invalid one is always refused. */
    email: z.string(invalidEmail).trim().toLowerCase().max(254, invalidEmail).pipe(z.email(invalidEmail)).optional(),
  }),
  responses: { 201: publicReview.extend({ state: reviewState }) },
  errors: ['reviews.already_sent', 'reviews.limit_reached', 'auth.user_not_found'],
});

export const adminReview = publicReview.extend({ userEmail: z.string(), state: reviewState });
export type AdminReview = z.infer<typeof adminReview>;

export const listPendingReviews = defineRoute({
  id: 'listPendingReviews',
  owner: 'reviews',
  method: 'GET',
  path: '/api/admin/reviews/pending',
  summary: 'Pending reviews, oldest first; `state` selects those already decided',
  access: 'admin',
  rate: 'read',
  query: listQuery('createdAt', '-createdAt', '-rating', 'rating').extend({ state: reviewState.default('pending') }),
  responses: { 200: z.array(adminReview).max(maxPageRows) },
});

export const approveReview = defineRoute({
  id: 'approveReview',
  owner: 'reviews',
  method: 'POST',
  path: '/api/admin/reviews/:id/approve',
  summary: 'Make a review public',
  access: 'admin',
  rate: 'write',
  params: idParams,
  responses: { 200: message },
  errors: ['reviews.not_found', 'reviews.already_sent'],
});
export const rejectReview = defineRoute({
  id: 'rejectReview',
  owner: 'reviews',
  method: 'POST',
  path: '/api/admin/reviews/:id/reject',
  summary: 'Reject a review, also one that was approved before',
  access: 'admin',
  rate: 'write',
  params: idParams,
  responses: { 200: message },
  errors: ['reviews.not_found'],
});
