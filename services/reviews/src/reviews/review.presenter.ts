import type { AdminReview } from '@inkbear/contracts/reviews/moderation';
import type { PublicReview } from '@inkbear/contracts/reviews/review';
import type { ReviewRow } from './review.ts';

export const presentReview = ({
  _id: id,
  rating,
  title,
  content,
  bookTitle,
  isVerified,
  createdAt,
}: ReviewRow): PublicReview => ({
  id,
  rating,
  title,
  content,
  bookTitle,
  isVerified,
  createdAt: createdAt.toISOString(),
});

export const presentAdminReview = (review: ReviewRow): AdminReview => ({
  ...presentReview(review),
  userEmail: review.email ?? '',
  state: review.state,
});
