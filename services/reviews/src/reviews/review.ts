export const reviewStates = ['pending', 'approved', 'rejected'] as const;

/** A review as stored; the e-mail is never public. */
export interface ReviewRow {
  _id: string;
  userId: string;
  rating: number;
  title: string;
  content: string;
  bookTitle: string | null;
  email: string | null;
  state: (typeof reviewStates)[number];
  isVerified: boolean;
  /** While its author's account is removed, a review is seen by nobody. Rows of earlier releases lack it. */
  hiddenAt?: Date | null;
  createdAt: Date;
  updatedAt: Date;
}
