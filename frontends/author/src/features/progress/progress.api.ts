import { getBookProgress } from '@inkbear/contracts/books/progress';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Words by day, streak and expected finish date of a book. Its key is below the book's. */
export const bookProgressQuery = (bookId: string) => read(getBookProgress, { params: { id: bookId } });

/** In milliseconds. */
const pollMs = 2000;
const pollForMs = 10_000;

/**
 * The progress of the book that is being written; `savedAt` is the time of the last save, in milliseconds.
 *
 * A job on the server counts the words of a save some seconds later, and no reply says when. So after each save the
 * progress is polled until it changes, at most ten seconds: a save may leave the numbers unchanged.
 */
export function useWritingProgress(bookId: string, savedAt: number | null) {
  const client = useQueryClient();
  const progress = bookProgressQuery(bookId);
  const [save, setSave] = useState<Save>({ at: savedAt, figuresBefore: null });
  if (save.at !== savedAt) {
    const known = client.getQueryData(progress.queryKey);
    setSave({ at: savedAt, figuresBefore: known === undefined ? null : JSON.stringify(known) });
  }
  return useQuery({
    ...progress,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => {
      const isCounted = save.figuresBefore !== null && JSON.stringify(data) !== save.figuresBefore;
      const isOver = save.at === null || Date.now() - save.at > pollForMs;
      return isCounted || isOver ? false : pollMs;
    },
  });
}

interface Save {
  readonly at: number | null;
  /** The progress that was known at the time of the save, as JSON; null when it was not loaded yet. */
  readonly figuresBefore: string | null;
}
