import { estimateReading, readChapters, type ReadingProgress, type ReadingTask } from '@inkbear/contracts/ai/reading';
import { getBible, type ProviderReading, setProviderReading } from '@inkbear/contracts/bible/suggestion';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reportFailure } from '../../kit/report-failure.ts';
import { useRefreshAiUsage } from '../ai-tools/ai.api.ts';
import { bibleKeys } from './bible.api.ts';

const bibleStateQuery = (bookId: string) => read(getBible, { params: { id: bookId } });
const estimateQuery = (bookId: string) => read(estimateReading, { query: { bookId } });

/** How often it is looked up whether chapters could be scanned, in milliseconds. */
const refreshMs = 30_000;

/** How much the story bible has, whether its chapters were scanned, and whether an AI provider may read them. */
export const useBibleState = (bookId: string) =>
  useQuery({ ...bibleStateQuery(bookId), refetchOnMount: 'always', refetchInterval: refreshMs });

/** What it would cost to read the chapters that changed since the last reading. */
export const useReadingEstimate = (bookId: string, isEnabled: boolean) =>
  useQuery({ ...estimateQuery(bookId), refetchOnMount: 'always', enabled: isEnabled });

/** Choices are sent one after the other, so that the last one is stored. */
export function useSetProviderReading(bookId: string) {
  const client = useQueryClient();
  const { queryKey } = bibleStateQuery(bookId);
  return useMutation({
    scope: { id: `provider-reading:${bookId}` },
    mutationFn: (providerReading: ProviderReading) =>
      call(setProviderReading, { params: { id: bookId }, body: { providerReading } }),
    onSuccess: async (state) => {
      // The reply of a fetch that began before the change would show the earlier choice.
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, state);
    },
    onError: reportFailure('The setting could not be changed'),
  });
}

interface Running {
  /** When it began, as a Unix time in milliseconds. */
  readonly since: number;
  /** Null until the first chapter was read. */
  readonly progress: ReadingProgress | null;
}

interface ReadingRequest {
  readonly chapterIds: readonly string[];
  readonly tasks: readonly ReadingTask[];
  readonly since: number;
  readonly signal: AbortSignal;
}

export type ChapterReading = ReturnType<typeof useReadChapters>;

/** Reads chapters with the AI provider. It is cancelled when the panel closes; what was found by then stays proposed. */
export function useReadChapters(bookId: string) {
  const client = useQueryClient();
  const refreshUsage = useRefreshAiUsage();
  const control = useRef(new AbortController());
  const [running, setRunning] = useState<Running | null>(null);
  useEffect(() => () => control.current.abort(), []);
  const reading = useSingleFlightMutation<ReadingProgress, ReadingRequest>(
    {
      mutationFn: ({ chapterIds, tasks, since, signal }) =>
        stream(
          readChapters,
          { body: { bookId, chapterIds: [...chapterIds], tasks: [...tasks] }, signal },
          { onProgress: (progress) => setRunning({ since, progress }) },
        ),
      onError: (error, { signal }) => {
        if (!signal.aborted) reportFailure('The chapters could not be read')(error);
      },
      onSettled: (_result, error) => {
        setRunning(null);
        refreshUsage(error ? 'failed' : 'succeeded');
        void client.invalidateQueries({ queryKey: estimateQuery(bookId).queryKey });
        return client.invalidateQueries({ queryKey: bibleKeys.all(bookId) });
      },
    },
    anyInput,
  );
  const start = (chapterIds: readonly string[], tasks: readonly ReadingTask[]): void => {
    const since = Date.now();
    control.current = new AbortController();
    setRunning({ since, progress: null });
    reading.mutate({ chapterIds, tasks, since, signal: control.current.signal });
  };
  return { start, running, result: reading.data, cancel: () => control.current.abort() };
}
