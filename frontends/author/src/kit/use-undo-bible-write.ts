import { undoBibleDecision } from '@inkbear/contracts/bible/bible';
import { call } from '@inkbear/web-kit/api.ts';
import { pathKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { reportFailure } from './report-failure.ts';

/** Returns a function that undoes a write of a story bible, and shows a toast when that is not possible. */
export function useUndoBibleWrite(bookId: string): (decisionId: string) => Promise<void> {
  const client = useQueryClient();
  return async (decisionId) => {
    try {
      const { skipped } = await call(undoBibleDecision, { params: { id: bookId, decisionId } });
      if (skipped.length > 0)
        showToast({ title: 'It could not be undone', description: 'It was changed again in the meantime.' });
    } catch (error) {
      reportFailure('It could not be undone')(error);
    } finally {
      void client.invalidateQueries({ queryKey: pathKey(`/api/books/${bookId}/bible`) });
    }
  };
}
