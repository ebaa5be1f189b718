import { listTrash, restoreTrash } from '@inkbear/contracts/books/book';
import {
  createChapter,
  deleteChapter,
  listChapters,
  orderChapters,
  saveChapter,
} from '@inkbear/contracts/books/chapter';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { notifyStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Everything an author does to the list of chapters. Each refusal is told, and the list goes back to what the server has. */
export function useChangeChapters(bookId: string) {
  const client = useQueryClient();
  const params = { id: bookId };
  const key = readKey(listChapters, { params });
  const refresh = () => client.invalidateQueries({ queryKey: ['api', 'books', bookId] });
  const setRows = (change: (rows: ChapterItem[]) => ChapterItem[]) =>
    client.setQueryData<ChapterItem[]>(key, (rows) => rows && change(rows));
  /** Shows the change at once. A read that is under way would put the rows from before over it. */
  const setOptimistically = async (change: (rows: ChapterItem[]) => ChapterItem[]) => {
    await client.cancelQueries({ queryKey: key, exact: true });
    setRows(change);
  };
  const tell = (title: string) => (error: unknown) => {
    if (!isSignedOut(error))
      showToast({ title, description: messageOf(error, 'Please try again.'), tone: 'destructive' });
    void refresh();
  };

  const add = useMutation({
    mutationFn: (title: string) => call(createChapter, { params, body: { title } }),
    onSuccess: ({ content: _text, ...chapter }) => {
      setRows((rows) => [...rows, chapter]);
      void refresh();
    },
    onError: tell('The chapter could not be added'),
  });
  const rename = useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      call(saveChapter, { params: { id }, body: { title } }),
    onMutate: ({ id, title }) =>
      setOptimistically((rows) => rows.map((row) => (row.id === id ? { ...row, title } : row))),
    onSuccess: refresh,
    onError: tell('The chapter could not be renamed'),
  });
  const reorder = useMutation({
    mutationFn: (chapterIds: string[]) => call(orderChapters, { params, body: { chapterIds } }),
    onMutate: (ids) =>
      setOptimistically((rows) => rows.map((row) => ({ ...row, chapterNumber: ids.indexOf(row.id) + 1 }))),
    onSuccess: refresh,
    onError: tell('The chapters could not be put in order'),
  });
  const restore = async (chapter: ChapterItem) => {
    try {
      const item = (await call(listTrash)).find(({ itemId }) => itemId === chapter.id);
      if (item) await call(restoreTrash, { params: { id: item.id } });
      await refresh();
    } catch (error) {
      if (!handleUnauthorised(error)) tell('The chapter could not be brought back')(error);
    }
  };
  const remove = useMutation({
    mutationFn: (chapter: ChapterItem) => call(deleteChapter, { params: { id: chapter.id } }),
    onSuccess: (_reply, chapter) => {
      setRows((rows) =>
        rows
          .filter(({ id }) => id !== chapter.id)
          .map((row) =>
            row.chapterNumber > chapter.chapterNumber ? { ...row, chapterNumber: row.chapterNumber - 1 } : row,
          ),
      );
      void refresh();
      notifyStorageFreed(client);
      showToast({
        title: 'Moved to the trash',
        description: `“${chapter.title}” can be brought back for 30 days.`,
        durationMs: 10_000,
        action: { label: 'Undo', run: () => void restore(chapter) },
      });
    },
    onError: tell('The chapter could not be deleted'),
  });
  return { add, rename, reorder, remove };
}
