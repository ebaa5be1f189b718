import { type AdminStory, listAdminStories } from '@inkbear/contracts/admin/stories';
import { formatNumber } from '../../kit/format.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import type { Column } from '../../kit/table/column.ts';
import { Day } from '../../kit/table/day.tsx';

export const storyList: ListDefinition<AdminStory> = {
  source: listSource(listAdminStories),
  defaultSort: '-createdAt',
};

export const categoryOf = ({ category }: AdminStory): string => category || 'General';

export const storyColumns: readonly Column<AdminStory>[] = [
  { id: 'title', title: 'Title', cell: ({ title }) => title, file: ({ title }) => title, sorts: ['title', '-title'] },
  { id: 'user', title: 'Author', cell: ({ userName }) => userName, file: ({ userName }) => userName },
  { id: 'email', title: 'E-mail', cell: ({ userEmail }) => userEmail, file: ({ userEmail }) => userEmail },
  { id: 'category', title: 'Category', cell: categoryOf, file: categoryOf },
  {
    id: 'words',
    title: 'Words',
    cell: ({ wordCount }) => formatNumber(wordCount),
    file: ({ wordCount }) => wordCount,
    sorts: ['-wordCount', 'wordCount'],
    isNumber: true,
  },
  {
    id: 'created',
    title: 'Created',
    cell: ({ createdAt }) => <Day at={createdAt} />,
    file: ({ createdAt }) => createdAt,
    sorts: ['-createdAt', 'createdAt'],
  },
];
