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
  createdAt: Date;
  updatedAt: Date;
}
