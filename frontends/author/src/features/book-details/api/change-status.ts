import { type Book, type BookStatus, getBook, updateBook } from '@inkbear/contracts/books/book';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Changes the status of a book. After a refusal the book is refetched, because it was changed elsewhere. */
export function useChangeStatus(id: string) {
  const client = useQueryClient();
  const key = readKey(getBook, { params: { id } });
  return useMutation({
    mutationFn: (status: BookStatus) => call(updateBook, { params: { id }, body: { status } }),
    onSuccess: (book: Book) => {
      client.setQueryData(key, book);
      void client.invalidateQueries({ queryKey: ['api', 'books'], exact: true });
    },
    onError: () => client.invalidateQueries({ queryKey: key, exact: true }),
  });
}
