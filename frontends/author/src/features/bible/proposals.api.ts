import { type BibleDecision, decideBible, undoBibleDecision } from '@inkbear/contracts/bible/bible';
import { listBibleProposals } from '@inkbear/contracts/bible/proposal';
import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readAll } from '@inkbear/web-kit/read-pages.ts';
import { pathKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';

/** More proposals are listed when some of these are decided. */
const pages = { limit: 500, maxPages: 4 } as const;
/** Chapters are read about ten seconds after they were saved. */
const refreshMs = 10_000;

/** What was found in the chapters and is not decided. */
export const useProposals = (id: string) =>
  useQuery({
    ...readAll(listBibleProposals, { params: { id }, query: { limit: pages.limit } }, { maxPages: pages.maxPages }),
    refetchOnMount: 'always',
    refetchInterval: refreshMs,
  });

interface Decision {
  readonly ids: readonly string[];
  readonly decision: BibleDecision;
}

const titles = { accept: 'Accepted', dismiss: 'Dismissed', lock: 'Locked', unlock: 'Unlocked' } as const;

/** Decides about proposals. The toast offers to undo it. */
export function useDecide(bookId: string) {
  const client = useQueryClient();
  const undo = useUndo(bookId);
  return useSingleFlightMutation<{ readonly decisionId: string }, Decision>(
    {
      mutationFn: ({ ids, decision }) =>
        call(decideBible, {
          params: { id: bookId },
          body: { items: ids.slice(0, bibleLimits.decided).map((id) => ({ id, decision })) },
        }),
      onSuccess: async ({ decisionId }, { decision }) => {
        const action = { label: 'Undo', run: () => undo(decisionId) };
        showToast({ title: titles[decision], durationMs: 10_000, action });
        await client.invalidateQueries({ queryKey: pathKey(`/api/books/${bookId}/bible`) });
      },
      onError: reportFailure('This could not be decided'),
    },
    anyInput,
  );
}

/** Returns a function that takes back a write of a story bible. */
export function useUndo(bookId: string): (decisionId: string) => void {
  const client = useQueryClient();
  return (decisionId) =>
    void call(undoBibleDecision, { params: { id: bookId, decisionId } })
      .then(({ skipped }) => {
        if (skipped.length > 0)
          showToast({ title: 'It could not be undone', description: 'It was changed again in the meantime.' });
      }, reportFailure('It could not be undone'))
      .finally(() => void client.invalidateQueries({ queryKey: pathKey(`/api/books/${bookId}/bible`) }));
}

export const reportFailure =
  (title: string) =>
  (error: unknown): void => {
    if (!isSignedOut(error))
      showToast({ title, description: messageOf(error, 'Please try again.'), tone: 'destructive' });
  };
