import { messageOf } from '@inkbear/web-kit/api-error.ts';
import type { Manuscript } from '../saving/manuscript.ts';
import type { SaveQueue } from '../saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { findRevisionText } from '../features/history/revisions.api.ts';
import type { ProposalControl } from '../features/proposals/hooks/use-proposal.ts';
import { useResultMemory } from '../features/proposals/hooks/use-result-memory.ts';
import { type SavedResult, reopenedRequest } from '../features/proposals/saved-results.ts';

/** Shows a saved result as a proposal again, compared with the text that the request was made for. */
export function useReopenResult(
  manuscript: Manuscript,
  queue: SaveQueue,
  control: ProposalControl,
): (result: SavedResult) => void {
  const memory = useResultMemory();
  return (result) =>
    void findRevisionText(manuscript, result.askedRev).then(
      (base) =>
        control.reopen(reopenedRequest(result, { currentText: queue.text.toString(), base }, memory), result.variants),
      (error: unknown) => {
        if (!handleUnauthorised(error))
          showToast({
            title: 'Not opened',
            description: messageOf(error, 'The server did not answer. The result is still saved; please try again.'),
            tone: 'destructive',
          });
      },
    );
}
