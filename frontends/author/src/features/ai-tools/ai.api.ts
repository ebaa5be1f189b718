import { getContext } from '@inkbear/contracts/ai/context';
import { getAiStatus, getCoachingStatus, getLimits, listResults } from '@inkbear/contracts/ai/limit';
import { buildPath, type ClientQuery } from '@inkbear/contracts/route';
import { getStoryLimits } from '@inkbear/contracts/stories/story-writing';
import { readAll } from '@inkbear/web-kit/read-pages.ts';
import { pathKey, read } from '@inkbear/web-kit/read.ts';
import { maxResultPages } from '@inkbear/web-kit/result-pages.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Cache keys that are invalidated one by one. `context()` begins the key of each chapter's context. */
const aiKeys = { context: () => pathKey(buildPath(getContext)) };

/** How long the server may take to refund a use after a request ended without a result, and how often we look. */
const refundWindowMs = 10_000;
const refundPollMs = 2000;

/** Until when a refund may still arrive, in milliseconds; one for all counters, because they are refunded together. */
let refundExpectedUntil = 0;

/**
 * Options of every read that an AI request changes: the counters and the list of results. The tag in `meta` finds them
 * for invalidation, whatever their keys are. While a refund is expected, those on screen are polled.
 */
const usageOptions = {
  meta: { changedBy: 'ai-request' },
  refetchInterval: () => (Date.now() < refundExpectedUntil ? refundPollMs : (false as const)),
};

/** Uses that are left for a book or a chapter. */
export const aiLimitsQuery = (scope: ClientQuery<typeof getLimits>) => ({
  ...read(getLimits, { query: scope }),
  ...usageOptions,
});

/** Uses that are left for a Personal Story. */
export const storyLimitsQuery = (id: string) => ({ ...read(getStoryLimits, { params: { id } }), ...usageOptions });

/** Coaching questions that are left this month. */
export const coachingStatusQuery = () => ({ ...read(getCoachingStatus), ...usageOptions });

/** Finished results of the last 30 days, newest first. */
export const aiResultsQuery = (scope: NonNullable<ClientQuery<typeof listResults>>) => ({
  ...readAll(listResults, { query: scope }, { maxPages: maxResultPages }),
  ...usageOptions,
});

/** Which provider answers; `offline` is labelled in the page. */
export const aiStatusQuery = () => read(getAiStatus);

/** The parts of the book that are sent to AI for a chapter; the pinned chapters are sent in full. */
export const aiContextQuery = (chapterId: string, pins: readonly string[]) => ({
  ...read(getContext, { query: { chapterId, ...(pins.length === 0 ? {} : { pin: pins.join(',') }) } }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

/** Refetches what AI sees, for every chapter. */
export const invalidateAiContext = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: aiKeys.context() });

/**
 * Returns a function to call when an AI request has ended: refetches counters, results and the session.
 *
 * The reply to a successful request is sent after its use was counted, so one refetch is enough. A request that was
 * stopped or lost is refunded when the server notices, which is later than here: the counters are then polled for ten
 * seconds.
 */
export function useRefreshAiUsage(): (outcome: 'succeeded' | 'failed') => void {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  return useCallback(
    (outcome) => {
      if (outcome === 'failed') refundExpectedUntil = Date.now() + refundWindowMs;
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.['changedBy'] === usageOptions.meta.changedBy });
      void refreshSession();
    },
    [client, refreshSession],
  );
}
