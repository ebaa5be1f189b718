import { listTrash, restoreTrash } from '@inkbear/contracts/books/book';
import type { ClientReply } from '@inkbear/contracts/route';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { read, readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bookKeys } from '../books/books.api.ts';
import { storyKeys } from '../stories/stories.api.ts';
import { restoreItem } from '../../kit/restore-item.ts';

export type TrashItem = ClientReply<typeof listTrash>[number];

const trashKeys = { list: () => readKey(listTrash) };

/** The trash. Always refetched on mount, because items may have been deleted in another tab. */
export const trashQuery = () => ({ ...read(listTrash), refetchOnMount: 'always' as const });

/** Restores a trash item, by its own id or the id of the deleted book, chapter or story. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (item: { id: string } | { itemId: string }) =>
      'id' in item ? await call(restoreTrash, { params: { id: item.id } }) : await restoreItem(item.itemId),
    onSuccess: (reply) =>
      showToast({ title: 'Restored', description: reply?.message ?? 'It is no longer in the trash.' }),
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({
          title: 'The item could not be restored',
          description: messageOf(error, 'Please try again. It stays in the trash.'),
          tone: 'destructive',
        });
    },
    // Not exact, because the restored book or story has queries of its own below the list.
    onSettled: () => {
      for (const queryKey of [trashKeys.list(), bookKeys.list(), storyKeys.list()])
        void client.invalidateQueries({ queryKey });
    },
  });
}
