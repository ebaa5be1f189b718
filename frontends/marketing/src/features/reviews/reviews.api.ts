import { createReview } from '@inkbear/contracts/reviews/moderation';
import { listReviews } from '@inkbear/contracts/reviews/review';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';

export interface ReviewFields {
  title: string;
  content: string;
  bookTitle: string;
  email: string;
}
interface NewReview {
  rating: number;
  fields: ReviewFields;
  asksForEmail: boolean;
}

/** Approved reviews. */
export const reviewsQuery = read(listReviews);

/** Submits a review for approval; a double click submits it once. */
export const useCreateReview = ({ onSuccess }: { onSuccess: () => void }) =>
  useSingleFlightMutation(
    {
      mutationFn: ({ rating, fields: { title, content, bookTitle, email }, asksForEmail }: NewReview) =>
        call(createReview, {
          body: {
            rating,
            title,
            content,
            ...(bookTitle.trim() === '' ? {} : { bookTitle }),
            ...(asksForEmail ? { email } : {}),
          },
        }),
      onSuccess: () => {
        showToast({
          title: 'Review Submitted',
          description: 'Thank you! Your review is pending approval and will appear soon.',
        });
        onSuccess();
      },
      onError: (error) =>
        showToast({
          title: 'Submission Failed',
          description: messageOf(error, 'Failed to submit review. Please try again.'),
          tone: 'destructive',
        }),
    },
    anyInput,
  );
