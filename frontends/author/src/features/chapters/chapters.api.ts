import {
  createChapter,
  deleteChapter,
  getChapter,
  listChapters,
  orderChapters,
  saveChapter,
} from '@inkbear/contracts/books/chapter';
import type { ClientBody } from '@inkbear/contracts/route';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { read, readKey } from '@inkbear/web-kit/read.ts';
import { notifyStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { bookKeys, invalidateBook, invalidateBookList } from '../books/books.api.ts';
import { reportFailure } from '../../kit/report-failure.ts';
import { restoreItem } from '../../kit/restore-item.ts';

/** Cache keys of chapters. The list is below its book; a chapter with its text is not. */
export const chapterKeys = {
  list: (bookId: string) => readKey(listChapters, { params: { id: bookId } }),
};

/** The chapters of a book without their text. */
export const chaptersQuery = (bookId: string) => read(listChapters, { params: { id: bookId } });
/** The chapters of a book from the server, whatever is cached. */
export const fetchChapters = (bookId: string): Promise<ChapterItem[]> => call(listChapters, { params: { id: bookId } });
/** One chapter with its text. */
export const chapterQuery = (id: string) => read(getChapter, { params: { id } });

type ChangeRows = (rows: ChapterItem[]) => ChapterItem[];

/** Changes the cached chapter list of a book; without one it does nothing. */
function changeCachedList(client: QueryClient, bookId: string, change: ChangeRows): void {
  client.setQueryData<ChapterItem[]>(chapterKeys.list(bookId), (rows) => rows && change(rows));
}

/** Shows a saved word count in the cached chapter list, and refetches the list of books, which shows sums. */
export function cacheWordCount(client: QueryClient, bookId: string, chapterId: string, wordCount: number): void {
  changeCachedList(client, bookId, (rows) => rows.map((row) => (row.id === chapterId ? { ...row, wordCount } : row)));
  void invalidateBookList(client);
}

/** The mutations of the chapter list. Rename and reorder are optimistic: on failure the list is rolled back. */
export function useChangeChapters(bookId: string) {
  const client = useQueryClient();
  const params = { id: bookId };
  const refresh = () => Promise.all([invalidateBook(client, bookId), invalidateBookList(client)]);
  const add = useMutation({
    mutationFn: (title: string) => call(createChapter, { params, body: { title } }),
    onSuccess: ({ content: _text, ...chapter }) => changeCachedList(client, bookId, (rows) => [...rows, chapter]),
    onError: reportFailure('The chapter could not be added'),
    onSettled: () => void refresh(),
  });
  const rename = useOptimisticListChange(bookId, {
    send: ({ id, title }: { id: string; title: string }) => call(saveChapter, { params: { id }, body: { title } }),
    apply: (rows, { id, title }) => rows.map((row) => (row.id === id ? { ...row, title } : row)),
    onError: reportFailure('The chapter could not be renamed'),
  });
  const reorder = useOptimisticListChange(bookId, {
    send: (chapterIds: string[]) => call(orderChapters, { params, body: { chapterIds } }),
    apply: (rows, ids) => rows.map((row) => ({ ...row, chapterNumber: ids.indexOf(row.id) + 1 })),
    onError: reportFailure('The chapters could not be reordered'),
  });
  const remove = useMutation({
    mutationFn: (chapter: ChapterItem) => call(deleteChapter, { params: { id: chapter.id } }),
    onSuccess: (_reply, chapter) => {
      changeCachedList(client, bookId, (rows) => withoutChapter(rows, chapter));
      notifyStorageFreed(client);
      const undo = () =>
        restoreItem(chapter.id)
          .catch((error: unknown) => {
            if (!handleUnauthorised(error)) reportFailure('The chapter could not be restored')(error);
          })
          .finally(refresh);
      showToast({
        title: 'Moved to the trash',
        description: `“${chapter.title}” can be restored for 30 days.`,
        durationMs: 10_000,
        action: { label: 'Undo', run: () => void undo() },
      });
    },
    onError: reportFailure('The chapter could not be deleted'),
    onSettled: () => void refresh(),
  });
  return { add, rename, reorder, remove };
}

interface OptimisticListChange<Input> {
  readonly send: (input: Input) => Promise<unknown>;
  readonly apply: (rows: ChapterItem[], input: Input) => ChapterItem[];
  readonly onError: (error: unknown) => void;
}

/** Changes the cached list at once, and rolls it back when the server refuses. */
function useOptimisticListChange<Input>(bookId: string, { send, apply, onError }: OptimisticListChange<Input>) {
  const client = useQueryClient();
  const queryKey = chapterKeys.list(bookId);
  return useMutation({
    mutationFn: send,
    onMutate: async (input) => {
      // A running read would overwrite the change with older rows.
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData<ChapterItem[]>(queryKey);
      changeCachedList(client, bookId, (rows) => apply(rows, input));
      return { before };
    },
    onError: (error, _input, snapshot) => {
      client.setQueryData(queryKey, snapshot?.before);
      onError(error);
    },
    onSettled: () => invalidateBook(client, bookId),
  });
}

const withoutChapter = (rows: readonly ChapterItem[], { id: removedId, chapterNumber }: ChapterItem): ChapterItem[] =>
  rows
    .filter(({ id }) => id !== removedId)
    .map((row) => (row.chapterNumber > chapterNumber ? { ...row, chapterNumber: row.chapterNumber - 1 } : row));

/**
 * The fields of a chapter without its title, which the chapter list saves, and its text, which only the save queue
 * saves.
 */
export type PlanFields = Pick<
  ClientBody<typeof saveChapter>,
  'description' | 'keyPoints' | 'beats' | 'storyDate' | 'isFlashback' | 'targetWordCount' | 'isComplete' | 'seen'
>;

/** Saves plan, target and completion of a chapter. */
export function useSaveChapterPlan({ id, bookId }: Pick<ChapterItem, 'id' | 'bookId'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: PlanFields) => call(saveChapter, { params: { id }, body: fields }),
    onSuccess: ({ description, keyPoints, beats, storyDate, isFlashback, targetWordCount, isComplete }) => {
      const saved = { description, keyPoints, beats, storyDate, isFlashback, targetWordCount, isComplete };
      changeCachedList(client, bookId, (rows) => rows.map((row) => (row.id === id ? { ...row, ...saved } : row)));
      void client.invalidateQueries({ queryKey: bookKeys.outlineAnalysis(bookId) });
    },
    onError: (error) => {
      // 412: the plan was changed in another tab. After the refetch the form shows both versions.
      if (error instanceof ApiError && error.status === 412)
        void client.invalidateQueries({ queryKey: chapterKeys.list(bookId), exact: true });
      if (!isSignedOut(error))
        showToast({
          title: 'The chapter plan could not be saved',
          description: messageOf(error, 'Please try again. What you typed is still there.'),
          tone: 'destructive',
        });
    },
  });
}
