import { listTrash, restoreTrash } from '@inkbear/contracts/books/book';
import type { ClientReply } from '@inkbear/contracts/route';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

export type TrashItem = ClientReply<typeof listTrash>[number];

/** Restores a trash item, by its own id or the id of the deleted book, chapter or story. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: { id: string } | { itemId: string }) => {
      const id =
        'id' in wanted ? wanted.id : (await call(listTrash)).find(({ itemId }) => itemId === wanted.itemId)?.id;
      return id === undefined
        ? { message: 'It is no longer in the trash.' }
        : await call(restoreTrash, { params: { id } });
    },
    onSuccess: ({ message }) => showToast({ title: 'Restored', description: message }),
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({
          title: 'It could not be brought back',
          description: messageOf(error, 'Please try again. It stays in the trash.'),
          tone: 'destructive',
        });
    },
    onSettled: () => {
      for (const name of ['trash', 'books', 'personal-stories'])
        void client.invalidateQueries({ queryKey: ['api', name] });
    },
  });
}
