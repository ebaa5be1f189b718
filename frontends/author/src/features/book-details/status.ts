import type { BookStatus } from '@inkbear/contracts/books/book';

export const statusNames: Readonly<Record<BookStatus, string>> = {
  active: 'Active',
  complete: 'Complete',
  archived: 'Archived',
};
export const statusHints: Readonly<Record<BookStatus, string>> = {
  active: 'You are writing it.',
  complete: 'It is finished. You can make it active again at any time.',
  archived: 'It is archived. Make it active before you mark it as complete.',
};

/** The statuses that a book can change to, including its own; the server decides. */
export const reachableFrom = (status: BookStatus): readonly BookStatus[] =>
  status === 'archived' ? ['active', 'archived'] : ['active', 'complete', 'archived'];
