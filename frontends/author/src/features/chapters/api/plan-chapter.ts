import { listChapters, saveChapter } from '@inkbear/contracts/books/chapter';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import type { ClientBody } from '@inkbear/contracts/route';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * The fields of a chapter without its title, which the chapter list saves, and its text, which only the save queue
 * saves.
 */
type PlanFields = Pick<
  ClientBody<typeof saveChapter>,
  'description' | 'keyPoints' | 'targetWordCount' | 'isComplete' | 'seen'
>;

/** Saves plan, target and completion of a chapter. */
export function usePlanChapter({ id, bookId }: Pick<ChapterItem, 'id' | 'bookId'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: PlanFields) => call(saveChapter, { params: { id }, body: fields }),
    onSuccess: ({ description, keyPoints, targetWordCount, isComplete }) => {
      client.setQueryData<ChapterItem[]>(readKey(listChapters, { params: { id: bookId } }), (rows) =>
        rows?.map((row) => (row.id === id ? { ...row, description, keyPoints, targetWordCount, isComplete } : row)),
      );
      void client.invalidateQueries({ queryKey: ['api', 'books', bookId, 'outline-analysis'] });
    },
    onError: (error) => {
      // 412: someone else has saved meanwhile. After the refetch the form shows both versions.
      if (error instanceof ApiError && error.status === 412)
        void client.invalidateQueries({ queryKey: readKey(listChapters, { params: { id: bookId } }), exact: true });
      if (!isSignedOut(error))
        showToast({
          title: 'The plan could not be saved',
          description: messageOf(error, 'Please try again. What you typed is still there.'),
          tone: 'destructive',
        });
    },
  });
}
