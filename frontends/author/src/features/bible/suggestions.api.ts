import { type ReviewAction, decideBible } from '@inkbear/contracts/bible/bible';
import { listBibleProposals } from '@inkbear/contracts/bible/suggestion';
import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { call } from '@inkbear/web-kit/api.ts';
import { readAll } from '@inkbear/web-kit/read-pages.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../kit/report-failure.ts';
import { bibleKeys, useUndoBibleWrite } from './bible.api.ts';

/** The maximum number of listed suggestions. The rest is listed when some of these were reviewed. */
const pages = { limit: 500, maxPages: 4 } as const;
/** Suggestions are extracted about ten seconds after a chapter was saved. */
const refreshMs = 10_000;

/** What was found in the chapters and is not reviewed. */
export const useSuggestions = (id: string) =>
  useQuery({
    ...readAll(listBibleProposals, { params: { id }, query: { limit: pages.limit } }, { maxPages: pages.maxPages }),
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
  });

interface Decision {
  readonly ids: readonly string[];
  readonly decision: ReviewAction;
}

const titles = { accept: 'Accepted', dismiss: 'Dismissed', lock: 'Locked', unlock: 'Unlocked' } as const;

/** Accepts, dismisses or locks suggestions. The toast offers to undo it. */
export function useReviewSuggestions(bookId: string) {
  const client = useQueryClient();
  const undo = useUndoBibleWrite(bookId);
  return useSingleFlightMutation<{ readonly decisionId: string }, Decision>(
    {
      mutationFn: ({ ids, decision }) =>
        call(decideBible, {
          params: { id: bookId },
          body: { items: ids.slice(0, bibleLimits.rowsOfDecision).map((id) => ({ id, decision })) },
        }),
      onSuccess: async ({ decisionId }, { decision }) => {
        const action = { label: 'Undo', run: () => void undo(decisionId) };
        showToast({ title: titles[decision], durationMs: 10_000, action });
        await client.invalidateQueries({ queryKey: bibleKeys.all(bookId) });
      },
      onError: reportFailure('Your choice could not be saved'),
    },
    anyInput,
  );
}
