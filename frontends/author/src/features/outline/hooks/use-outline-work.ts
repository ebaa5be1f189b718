import type { Book } from '@inkbear/contracts/books/book';
import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FirstResult, canTryAgain, nextFirstResult } from '@inkbear/web-kit/try-again.ts';
import {
  abortRequest,
  idleRequest,
  type StreamingRequest,
  useStreamingRequest,
} from '../../../kit/use-streaming-request.ts';
import { useRefreshAiUsage } from '../../ai-tools/ai.api.ts';
import { outlineFailure, planOutline } from '../outline.api.ts';

/** The result that retries belong to, and the notes of its request. */
interface FirstOutline extends FirstResult {
  readonly notes: string | null;
}
/**
 * An outline that waits to be accepted; `done` is the toast title for accepting it. Without `first` it is a saved
 * result.
 */
export interface PlannedOutline {
  readonly outline: string;
  readonly done: string;
  readonly first?: FirstOutline;
}
interface OutlineWork {
  /** The notes for the next request. */
  readonly notes: string;
  readonly planned: PlannedOutline | null;
  readonly request: StreamingRequest;
}

const initialWork: OutlineWork = { notes: '', planned: null, request: idleRequest };
const outlineWorks = new SessionStore<OutlineWork>({
  dispose: ({ request }) => abortRequest(request),
  needsUnloadWarning: ({ request }) => request.state === 'running',
  persistence: {
    name: 'outlines',
    toJson: ({ notes, planned }) => (notes === '' && planned === null ? undefined : { notes, planned }),
    fromJson: (json) => ({ ...initialWork, ...(json as Pick<OutlineWork, 'notes' | 'planned'>) }),
  },
});

/** Notes, running request and proposal of a book's outline; they survive closing the panel. */
export function useOutlineWork(book: Pick<Book, 'id' | 'title' | 'genre'>) {
  const work = useSessionValue(outlineWorks, book.id) ?? initialWork;
  const currentWork = () => outlineWorks.get(book.id) ?? initialWork;
  const change = (part: Partial<OutlineWork>) => outlineWorks.set(book.id, { ...currentWork(), ...part });

  const { start, stop } = useStreamingRequest(() => currentWork().request, useRefreshAiUsage());

  /** @param notes null to use only title and genre */
  const plan = (notes: string | null, onPlanned: (outline: string) => void, first?: FirstOutline) =>
    start({
      begin: (request) => change({ request }),
      send: ({ signal }) => planOutline(book, notes, { signal, variantOf: first?.resultId }),
      onEnd: (outcome) => {
        if (outcome.state === 'stopped') return change({ request: idleRequest });
        if (outcome.state === 'failed') {
          change({ request: { state: 'failed', error: outcome.error } });
          if (!isSignedOut(outcome.error))
            showToast({
              title: notes === null ? 'Outline Generation Failed' : 'Failed to regenerate outline',
              description: outlineFailure(outcome.error),
              tone: 'destructive',
            });
          return;
        }
        const { outline, resultId } = outcome.result;
        change({
          request: idleRequest,
          planned: {
            outline,
            done: notes === null ? 'Outline Generated!' : 'Outline Regenerated!',
            first: { ...nextFirstResult(first, resultId, Date.now()), notes },
          },
        });
        onPlanned(outline);
      },
    });
  const { request } = work;
  return {
    ...work,
    isPlanning: request.state === 'running',
    error: request.state === 'failed' ? request.error : null,
    plan: (notes: string | null, onPlanned: (outline: string) => void = () => undefined) => plan(notes, onPlanned),
    /** Retries the same request; the previous outline stays among the saved ones. */
    tryAgain: () => {
      const first = work.planned?.first;
      if (first && canTryAgain(first, Date.now())) plan(first.notes, () => undefined, first);
    },
    stop,
    setNotes: (notes: string) => change({ notes }),
    open: (planned: PlannedOutline) => change({ planned }),
    discard: () => change({ planned: null }),
    /** Clears the proposal and its notes after the outline was saved. */
    markSaved: (outline: string) => {
      if (currentWork().planned?.outline === outline) change({ planned: null, notes: '' });
    },
  };
}
