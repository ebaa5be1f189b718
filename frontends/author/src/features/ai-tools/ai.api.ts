import { getAiStatus, getCoachingStatus, getLimits, listResults } from '@inkbear/contracts/ai/limit';
import type { ClientQuery } from '@inkbear/contracts/route';
import { readPages } from '@inkbear/web-kit/read-pages.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

/** Pages of 100 results or 4 MB: more than the daily token ceiling of an author allows in 30 days. */
const maxPages = 200;

/** How long the server may take to refund a request without a result, and how often we poll until then. */
const refundWindowMs = 10_000;
const refundPollMs = 2000;

/** A request may be refunded until this time, in milliseconds. One time for all counters: they change together. */
let refundExpectedUntil = 0;

/**
 * Options of every query that an AI request changes: the counters and the list of results. Their keys have no common
 * prefix, so they are invalidated by the tag in `meta`. While a request may be refunded, mounted queries are polled.
 */
export const usageOptions = {
  meta: { changedBy: 'ai-request' },
  // Also in a hidden tab, because the author may wait in another one.
  refetchIntervalInBackground: true,
  refetchInterval: () => (Date.now() < refundExpectedUntil ? refundPollMs : (false as const)),
};

/** The remaining AI uses of a book or a chapter. */
export const aiLimitsQuery = (scope: ClientQuery<typeof getLimits>) => ({
  ...read(getLimits, { query: scope }),
  ...usageOptions,
});

/** The remaining coaching questions of this month. */
export const coachingStatusQuery = () => ({ ...read(getCoachingStatus), ...usageOptions });

/** Finished results of the last 30 days, newest first, as far as they are loaded. `pages` loads older ones. */
export function useAiResults(scope: NonNullable<ClientQuery<typeof listResults>>, isEnabled = true) {
  const query = readPages(listResults, { query: scope }, { maxPages });
  const pages = useInfiniteQuery({
    ...query,
    ...usageOptions,
    // A poll loads every page again, so lists with older results are not polled.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : usageOptions.refetchInterval()),
    enabled: isEnabled,
  });
  const results = useMemo(() => pages.data?.pages.flatMap(({ rows }) => rows) ?? [], [pages.data]);
  return { results, pages };
}

/** The AI provider of this server. Pages label texts of the provider `offline`. */
export const aiStatusQuery = () => read(getAiStatus);

/**
 * Returns a function to call when an AI request has ended: refetches counters, results and the session.
 *
 * The server counts a use before it sends the reply, so one refetch is enough after a success. A stopped or lost
 * request is refunded only when the server notices it: the counters are then polled for ten seconds.
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
