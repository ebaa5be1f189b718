import { listTrash } from '@inkbear/contracts/books/book';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { UnsavedError } from '../saving/unsaved-error.ts';
import { notifyStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';

interface Row {
  readonly id: string;
  readonly title: string;
}

export interface Deletion {
  /** Saves pending changes first; false when some could not be saved and would not be in the trash. */
  readonly saveFirst: (id: string) => Promise<boolean>;
  readonly undo: (id: string) => void;
}

interface Move extends Deletion {
  readonly noun: 'book' | 'story';
  readonly listKey: readonly unknown[];
  /** The prefix of the keys of one book or story. */
  readonly itemKey: (id: string) => readonly unknown[];
  readonly send: (id: string) => Promise<unknown>;
}

/** Moves a book or a story to the trash after saving its pending changes; the toast offers `undo`. */
export function useMoveToTrash({ noun, listKey, itemKey, send, saveFirst, undo }: Move) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Row) => {
      if (!(await saveFirst(id))) throw new UnsavedError();
      return send(id);
    },
    onSuccess: (_reply, { id, title }) => {
      client.setQueryData<Row[]>(listKey, (rows) => rows?.filter((row) => row.id !== id));
      client.removeQueries({ queryKey: itemKey(id) });
      void client.invalidateQueries({ queryKey: readKey(listTrash) });
      notifyStorageFreed(client);
      showToast({
        title: 'Moved to the trash',
        description: `“${title}” can be restored for 30 days.`,
        durationMs: 10_000,
        action: { label: 'Undo', run: () => undo(id) },
      });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const text =
        error instanceof UnsavedError
          ? `Your latest changes are not saved yet, so the ` +
            `${noun} would go to the trash without them. Open the ${noun} and try again once they are saved.`
          : messageOf(error, 'Please try again.');
      showToast({ title: `The ${noun} could not be deleted`, description: text, tone: 'destructive' });
    },
  });
}
