import { deleteBook, listBooks } from '@inkbear/contracts/books/book';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { type Deletion, useMoveToTrash } from '@inkbear/web-kit/use-move-to-trash.ts';

export const useDeleteBook = (deletion: Deletion) =>
  useMoveToTrash({
    noun: 'book',
    listKey: readKey(listBooks),
    send: (id) => call(deleteBook, { params: { id } }),
    ...deletion,
  });
