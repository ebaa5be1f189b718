import { type Book, deleteBook, listBooks } from '@inkbear/contracts/books/book';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Moves a book to the trash; `undo` brings it back. */
export function useDeleteBook(undo: (bookId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Book, 'id' | 'title'>) => call(deleteBook, { params: { id } }),
    onSuccess: (_reply, { id, title }) => {
      client.setQueryData<Book[]>(readKey(listBooks), (books) => books?.filter((book) => book.id !== id));
      client.removeQueries({ queryKey: ['api', 'books', id] });
      toast({ title: 'Moved to the trash', description: `“${title}” can be brought back for 30 days.`, durationMs: 10_000, action: { label: 'Undo', run: () => undo(id) } });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast({ title: 'The book could not be deleted', description: messageOf(error, 'Please try again.'), tone: 'destructive' });
    },
  });
}
