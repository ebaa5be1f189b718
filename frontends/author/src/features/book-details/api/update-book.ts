import { type Book, getBook, updateBook } from '@inkbear/contracts/books/book';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BookDetails } from '../details.ts';

/**
 * Saves the details form with optimistic locking: after a concurrent change, the form receives the stored values and
 * shows both.
 */
export function useUpdateBook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (details: Partial<BookDetails> & { seen?: Partial<BookDetails> }) =>
      call(updateBook, { params: { id }, body: details }),
    onSuccess: (book: Book) => {
      client.setQueryData(readKey(getBook, { params: { id } }), book);
      void client.invalidateQueries({ queryKey: ['api', 'books'], exact: true });
      showToast({ title: 'Saved' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412)
        void client.invalidateQueries({ queryKey: readKey(getBook, { params: { id } }), exact: true });
      if (!isSignedOut(error))
        showToast({
          title: 'Failed to update author information',
          description: messageOf(error, 'Please try again. What you typed is still in the form.'),
          tone: 'destructive',
        });
    },
  });
}
