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
  /**
   * Unique key of user and book title. Set while the review is pending or approved, so there is one open review per
   * title.
   */
  openKey?: string;
  /** Set while the author's account is deleted: hidden reviews are never shown. Rows of earlier releases lack it. */
  hiddenAt?: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Ignores letter case and repeated spaces. A missing book title counts as a title of its own. */
const openKeyOf = ({ userId, bookTitle }: Pick<ReviewRow, 'userId' | 'bookTitle'>): string =>
  `${userId}:${(bookTitle ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;

/** Returns the review in another state, with or without its unique key. */
export function withState({ openKey: _closed, ...review }: ReviewRow, state: ReviewState): ReviewRow {
  return state === 'rejected' ? { ...review, state } : { ...review, state, openKey: openKeyOf(review) };
}
