import type { AdminReview } from '@inkbear/contracts/reviews/moderation';
import { emptyValue } from '../../kit/format.ts';
import type { Column } from '../../kit/table/column.ts';
import { DateCell } from '../../kit/table/date-cell.tsx';
import { Stars } from './stars.tsx';

export const stateNames = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;
const excerptLength = 110;
const excerpt = (text: string) => (text.length > excerptLength ? `${text.slice(0, excerptLength).trimEnd()}…` : text);

export const reviewColumns: readonly Column<AdminReview>[] = [
  { id: 'title', title: 'Review', cell: ({ title }) => title, file: ({ title }) => title },
  {
    id: 'rating',
    title: 'Rating',
    cell: ({ rating }) => <Stars rating={rating} />,
    file: ({ rating }) => rating,
    sorts: ['-rating', 'rating'],
  },
  {
    id: 'content',
    title: 'Text',
    cell: ({ content }) => excerpt(content),
    file: ({ content }) => content,
    isLong: true,
  },
  { id: 'email', title: 'Email', cell: ({ userEmail }) => userEmail, file: ({ userEmail }) => userEmail },
  { id: 'book', title: 'Book', cell: ({ bookTitle }) => bookTitle ?? emptyValue, file: ({ bookTitle }) => bookTitle },
  {
    id: 'verified',
    title: 'Verified',
    cell: ({ isVerified }) => (isVerified ? 'Yes' : 'No'),
    file: ({ isVerified }) => isVerified,
  },
  {
    id: 'created',
    title: 'Sent',
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    file: ({ createdAt }) => createdAt,
    sorts: ['createdAt', '-createdAt'],
  },
];
