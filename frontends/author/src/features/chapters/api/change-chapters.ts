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
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

/** The mutations of the chapter list. On failure a toast shows the reason, and the list is refetched. */
export function useChangeChapters(bookId: string) {
  const client = useQueryClient();
  const params = { id: bookId };
  const cache = chapterListCache(client, bookId);
  const { refresh } = cache;
  const showErrorToast = (title: string) => (error: unknown) => {
    if (!isSignedOut(error))
      showToast({ title, description: messageOf(error, 'Please try again.'), tone: 'destructive' });
    void refresh();
  };
  const add = useMutation({
    mutationFn: (title: string) => call(createChapter, { params, body: { title } }),
    onSuccess: ({ content: _text, ...chapter }) => {
      cache.setRows((rows) => [...rows, chapter]);
      void refresh();
    },
    onError: showErrorToast('The chapter could not be added'),
  });
  const rename = useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      call(saveChapter, { params: { id }, body: { title } }),
    onMutate: ({ id, title }) =>
      cache.setOptimistically((rows) => rows.map((row) => (row.id === id ? { ...row, title } : row))),
    onSuccess: refresh,
    onError: showErrorToast('The chapter could not be renamed'),
  });
  const reorder = useMutation({
    mutationFn: (chapterIds: string[]) => call(orderChapters, { params, body: { chapterIds } }),
    onMutate: (ids) =>
      cache.setOptimistically((rows) => rows.map((row) => ({ ...row, chapterNumber: ids.indexOf(row.id) + 1 }))),
    onSuccess: refresh,
    onError: showErrorToast('The chapters could not be put in order'),
  });
  const remove = useMutation({
    mutationFn: (chapter: ChapterItem) => call(deleteChapter, { params: { id: chapter.id } }),
    onSuccess: (_reply, chapter) => {
      cache.setRows((rows) => withoutChapter(rows, chapter));
      void refresh();
      notifyStorageFreed(client);
      const onError = showErrorToast('The chapter could not be brought back');
      showToast({
        title: 'Moved to the trash',
        description: `“${chapter.title}” can be brought back for 30 days.`,
        durationMs: 10_000,
        action: { label: 'Undo', run: () => void restoreChapter(chapter, refresh, onError) },
      });
    },
    onError: showErrorToast('The chapter could not be deleted'),
  });
  return { add, rename, reorder, remove };
}

/** The cached chapter list of a book. */
function chapterListCache(client: QueryClient, bookId: string) {
  const key = readKey(listChapters, { params: { id: bookId } });
  const setRows = (change: (rows: ChapterItem[]) => ChapterItem[]) =>
    client.setQueryData<ChapterItem[]>(key, (rows) => rows && change(rows));
  return {
    setRows,
    /** Optimistic update. Cancels a running read first, because its older rows would overwrite the update. */
    setOptimistically: async (change: (rows: ChapterItem[]) => ChapterItem[]) => {
      await client.cancelQueries({ queryKey: key, exact: true });
      setRows(change);
    },
    refresh: () => client.invalidateQueries({ queryKey: ['api', 'books', bookId] }),
  };
}

const withoutChapter = (rows: readonly ChapterItem[], { id: removedId, chapterNumber }: ChapterItem): ChapterItem[] =>
  rows
    .filter(({ id }) => id !== removedId)
    .map((row) => (row.chapterNumber > chapterNumber ? { ...row, chapterNumber: row.chapterNumber - 1 } : row));

async function restoreChapter(
  chapter: ChapterItem,
  refresh: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    const item = (await call(listTrash)).find(({ itemId }) => itemId === chapter.id);
    if (item) await call(restoreTrash, { params: { id: item.id } });
    await refresh();
  } catch (error) {
    if (!handleUnauthorised(error)) onError(error);
  }
}
