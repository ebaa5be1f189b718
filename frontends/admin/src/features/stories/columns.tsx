import type { AdminStory } from '@inkbear/contracts/admin/stories';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { Column } from '../../kit/table/column.ts';
import { DateCell } from '../../kit/table/date-cell.tsx';

export const categoryOf = ({ category }: AdminStory): string => category || 'General';

export const storyColumns: readonly Column<AdminStory>[] = [
  {
    id: 'title',
    title: 'Title',
    cell: ({ title }) => title,
    csvValue: ({ title }) => title,
    sorts: ['title', '-title'],
  },
  { id: 'user', title: 'Author', cell: ({ userName }) => userName, csvValue: ({ userName }) => userName },
  { id: 'email', title: 'Email', cell: ({ userEmail }) => userEmail, csvValue: ({ userEmail }) => userEmail },
  { id: 'category', title: 'Category', cell: categoryOf, csvValue: categoryOf },
  {
    id: 'words',
    title: 'Words',
    cell: ({ wordCount }) => formatNumber(wordCount),
    csvValue: ({ wordCount }) => wordCount,
    sorts: ['-wordCount', 'wordCount'],
    isNumber: true,
  },
  {
    id: 'created',
    title: 'Created',
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    csvValue: ({ createdAt }) => createdAt,
    sorts: ['-createdAt', 'createdAt'],
  },
];
