export const reviewStates = ['pending', 'approved', 'rejected'] as const;

export type ReviewState = (typeof reviewStates)[number];

/** A review as stored. The e-mail address is never public. */
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
  /** Unique key of user and book title. Set while the review is open, that is pending or approved. */
  openKey?: string;
  /** Set while the author's account is closed. A hidden review is not shown. Absent in rows of earlier releases. */
  hiddenAt?: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * The unique key of an open review. Ignores the letter case and repeated spaces of the title. A missing title counts as
 * a title, too.
 */
const openKeyOf = ({ userId, bookTitle }: Pick<ReviewRow, 'userId' | 'bookTitle'>): string =>
  `${userId}:${(bookTitle ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;

/** Returns the review in another state. An open review has its unique key; a rejected one has none. */
export function withState({ openKey: _closed, ...review }: ReviewRow, state: ReviewState): ReviewRow {
  return state === 'rejected' ? { ...review, state } : { ...review, state, openKey: openKeyOf(review) };
}

/** The lock that serialises the transactions that add reviews of a user or change their address. */
export const reviewsLock = (userId: string): string => `reviews:${userId}`;
