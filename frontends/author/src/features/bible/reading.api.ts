import { estimateReading, readChapters, type ReadingProgress, type ReadingTask } from '@inkbear/contracts/ai/reading';
import { getBible, type ProviderReading, setProviderReading } from '@inkbear/contracts/bible/suggestion';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reportFailure } from '../../kit/report-failure.ts';
import { useRefreshAiUsage } from '../ai-tools/ai.api.ts';
import { bibleKeys } from './bible.api.ts';

const bibleStateQuery = (bookId: string) => read(getBible, { params: { id: bookId } });
const estimateQuery = (bookId: string) => read(estimateReading, { query: { bookId } });

/** How much the story bible has, and whether an AI provider may read chapters for it. */
export const useBibleState = (bookId: string) => useQuery({ ...bibleStateQuery(bookId), refetchOnMount: 'always' });

/** What it would cost to read the chapters that changed since the last reading. */
export const useReadingEstimate = (bookId: string, isEnabled: boolean) =>
  useQuery({ ...estimateQuery(bookId), refetchOnMount: 'always', enabled: isEnabled });

export function useSetProviderReading(bookId: string) {
  const client = useQueryClient();
  return useSingleFlightMutation(
    {
      mutationFn: (providerReading: ProviderReading) =>
        call(setProviderReading, { params: { id: bookId }, body: { providerReading } }),
      onSuccess: (state) => client.setQueryData(bibleStateQuery(bookId).queryKey, state),
      onError: reportFailure('The setting could not be changed'),
    },
    anyInput,
  );
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
