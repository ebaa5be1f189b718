import { createDraftStore } from '@inkbear/web-kit/draft-store.ts';
import type { ReviewFields } from './reviews.api.ts';

interface ReviewDraft extends ReviewFields {
  /** 1 to 5. */
  readonly rating: number;
}

/** The store has one draft, because a user has one form for reviews. */
const draftKey = 'new';
const drafts = createDraftStore<ReviewDraft>('review', { rating: 5, title: '', content: '', bookTitle: '', email: '' });

/** The review that is being written. */
export function useReviewDraft() {
  const { rating, ...fields } = drafts.useDraft(draftKey);
  return {
    rating,
    fields,
    change: (part: Partial<ReviewDraft>) => drafts.change(draftKey, part),
    clear: () => drafts.clear(draftKey),
  };
}
