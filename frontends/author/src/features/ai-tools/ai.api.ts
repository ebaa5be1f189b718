import { getAiStatus, getCoachingStatus, getLimits, listResults } from '@inkbear/contracts/ai/limit';
import type { ClientQuery } from '@inkbear/contracts/route';
import { readAll } from '@inkbear/web-kit/read-pages.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { maxResultPages } from '@inkbear/web-kit/result-pages.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** How long the server may take to refund a use after a request ended without a result, and how often we look. */
const refundWindowMs = 10_000;
const refundPollMs = 2000;

/** Until when a refund may still arrive, in milliseconds; one for all counters, because they are refunded together. */
let refundExpectedUntil = 0;

/**
 * Options of every read that an AI request changes: the counters and the list of results. The tag in `meta` finds them
 * for invalidation, whatever their keys are. While a refund is expected, those on screen are polled.
 */
export const usageOptions = {
  meta: { changedBy: 'ai-request' },
  // Also in a hidden tab, where the author may wait.
  refetchIntervalInBackground: true,
  refetchInterval: () => (Date.now() < refundExpectedUntil ? refundPollMs : (false as const)),
};

/** Uses that are left for a book or a chapter. */
export const aiLimitsQuery = (scope: ClientQuery<typeof getLimits>) => ({
  ...read(getLimits, { query: scope }),
  ...usageOptions,
});

/** Coaching questions that are left this month. */
export const coachingStatusQuery = () => ({ ...read(getCoachingStatus), ...usageOptions });

/** Finished results of the last 30 days, newest first. */
export const aiResultsQuery = (scope: NonNullable<ClientQuery<typeof listResults>>) => ({
  ...readAll(listResults, { query: scope }, { maxPages: maxResultPages }),
  ...usageOptions,
});

/** Which provider answers; `offline` is labelled in the page. */
export const aiStatusQuery = () => read(getAiStatus);

/**
 * Returns a function to call when an AI request has ended: refetches counters, results and the session.
 *
 * The reply to a successful request is sent after its use was counted, so one refetch is enough. A request that was
 * stopped or lost is refunded when the server notices it, which is later than in the browser: the counters are then
 * polled for ten seconds.
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
