import type { AdminReview } from '@inkbear/contracts/reviews/moderation';
import { emptyValue } from '../../kit/format.ts';
import type { Column } from '../../kit/table/column.ts';
import { DateCell } from '../../kit/table/date-cell.tsx';
import { Stars } from './stars.tsx';

export const stateNames = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;
const excerptLength = 110;
const excerpt = (text: string) => (text.length > excerptLength ? `${text.slice(0, excerptLength).trimEnd()}…` : text);

export const reviewColumns: readonly Column<AdminReview>[] = [
  { id: 'title', title: 'Review', cell: ({ title }) => title, csvValue: ({ title }) => title },
  {
    id: 'rating',
    title: 'Rating',
    cell: ({ rating }) => <Stars rating={rating} />,
    csvValue: ({ rating }) => rating,
    sorts: ['-rating', 'rating'],
  },
  {
    id: 'content',
    title: 'Text',
    cell: ({ content }) => excerpt(content),
    csvValue: ({ content }) => content,
    isLong: true,
  },
  { id: 'email', title: 'Email', cell: ({ userEmail }) => userEmail, csvValue: ({ userEmail }) => userEmail },
  {
    id: 'book',
    title: 'Book',
    cell: ({ bookTitle }) => bookTitle ?? emptyValue,
    csvValue: ({ bookTitle }) => bookTitle,
  },
  {
    id: 'verified',
    title: 'Verified',
    cell: ({ isVerified }) => (isVerified ? 'Yes' : 'No'),
    csvValue: ({ isVerified }) => isVerified,
  },
  {
    id: 'created',
    title: 'Sent',
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    csvValue: ({ createdAt }) => createdAt,
    sorts: ['createdAt', '-createdAt'],
  },
];
