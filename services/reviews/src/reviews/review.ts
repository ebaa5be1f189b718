export const reviewStates = ['pending', 'approved', 'rejected'] as const;

export type ReviewState = (typeof reviewStates)[number];

/** A review as stored; the e-mail is never public. */
export interface ReviewRow {
  _id: string;
  userId: string;
  rating: number;
  title: string;
  content: string;
  bookTitle: string | null;
  email: string | null;
  state: ReviewState;
  isVerified: boolean;
  /** Only while the review is pending or approved: no second one with the same key, so one for each user and book title. */
  openKey?: string;
  /** While its author's account is removed, a review is seen by nobody. Rows of earlier releases lack it. */
  hiddenAt?: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** No book title counts as one title; letter case and spaces make no other. */
const openKeyOf = ({ userId, bookTitle }: Pick<ReviewRow, 'userId' | 'bookTitle'>): string =>
  `${userId}:${(bookTitle ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;

/** The same review in another state. */
export function inState({ openKey: _closed, ...review }: ReviewRow, state: ReviewState): ReviewRow {
  return state === 'rejected' ? { ...review, state } : { ...review, state, openKey: openKeyOf(review) };
}
