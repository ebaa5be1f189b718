import type { Book } from '@inkbear/contracts/books/book';
import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FirstResult, canTryAgain, nextFirstResult } from '@inkbear/web-kit/free-retries.ts';
import {
  abortRequest,
  idleRequest,
  type StreamingRequest,
  useStreamingRequest,
} from '../../../kit/use-streaming-request.ts';
import { useRefreshAiUsage } from '../../ai-tools/ai.api.ts';
import { outlineFailure, planOutline } from '../outline.api.ts';

/** The first result, which every retry names as `variantOf`, and the notes of its request. */
interface FirstOutline extends FirstResult {
  readonly notes: string | null;
}
/**
 * A generated outline that waits to be accepted; `done` is the toast title for accepting it. Without `first` it is a
 * saved result.
 */
export interface ProposedOutline {
  readonly outline: string;
  readonly done: string;
  readonly first?: FirstOutline;
}
interface OutlineWork {
  /** The notes for the next request. */
  readonly notes: string;
  readonly proposal: ProposedOutline | null;
  readonly request: StreamingRequest;
  /** The text of the running request that was received so far. */
  readonly receivedText: string;
}

/** What survives a reload. `planned` is the stored name of the proposal. */
interface StoredWork {
  readonly notes: string;
  readonly planned: ProposedOutline | null;
}

const initialWork: OutlineWork = { notes: '', proposal: null, request: idleRequest, receivedText: '' };
const outlineWorks = new SessionStore<OutlineWork>({
  dispose: ({ request }) => abortRequest(request),
  needsUnloadWarning: ({ request }) => request.state === 'running',
  persistence: {
    name: 'outlines',
    toJson: ({ notes, proposal }) =>
      notes === '' && proposal === null ? undefined : ({ notes, planned: proposal } satisfies StoredWork),
    fromJson: (json) => {
      const { notes, planned } = json as StoredWork;
      return { ...initialWork, notes, proposal: planned };
    },
  },
});

/** Notes, running request and proposal of a book's outline; they survive closing the panel. */
export function useOutlineWork(book: Pick<Book, 'id' | 'title' | 'genre'>) {
  const work = useSessionValue(outlineWorks, book.id) ?? initialWork;
  const currentWork = () => outlineWorks.get(book.id) ?? initialWork;
  const change = (part: Partial<OutlineWork>) => outlineWorks.set(book.id, { ...currentWork(), ...part });

  const { start, stop } = useStreamingRequest(() => currentWork().request, useRefreshAiUsage());

  /** @param notes null to use only title and genre */
  const generate = (notes: string | null, onGenerated: (outline: string) => void, first?: FirstOutline) =>
    start({
      begin: (request) => change({ request, receivedText: '' }),
      send: ({ signal, isCurrent }) =>
        planOutline(book, notes, {
          signal,
          variantOf: first?.resultId,
          onPartial: (receivedText) => {
            if (isCurrent()) change({ receivedText });
          },
        }),
      onEnd: (outcome) => {
        if (outcome.state === 'stopped') return change({ request: idleRequest });
        if (outcome.state === 'failed') {
          change({ request: { state: 'failed', error: outcome.error } });
          return showFailure(outcome.error, notes);
        }
        const { outline, resultId } = outcome.result;
        change({
          request: idleRequest,
          proposal: {
            outline,
            done: notes === null ? 'Outline Generated!' : 'Outline Regenerated!',
            first: { ...nextFirstResult(first, resultId, Date.now()), notes },
          },
        });
        onGenerated(outline);
      },
    });
  const { request } = work;
  return {
    ...work,
    isGenerating: request.state === 'running',
    error: request.state === 'failed' ? request.error : null,
    generate: (notes: string | null, onGenerated: (outline: string) => void = () => undefined) =>
      generate(notes, onGenerated),
    /** Retries the same request; the previous outline stays among the saved ones. */
    tryAgain: () => {
      const first = work.proposal?.first;
      if (first && canTryAgain(first, Date.now())) generate(first.notes, () => undefined, first);
    },
    stop,
    setNotes: (notes: string) => change({ notes }),
    open: (proposal: ProposedOutline) => change({ proposal }),
    discard: () => change({ proposal: null }),
    /** Clears the proposal and its notes after the outline was saved. */
    markSaved: (outline: string) => {
      if (currentWork().proposal?.outline === outline) change({ proposal: null, notes: '' });
    },
  };
}

function showFailure(error: unknown, notes: string | null): void {
  if (isSignedOut(error)) return;
  showToast({
    title: notes === null ? 'Outline Generation Failed' : 'Failed to regenerate outline',
    description: outlineFailure(error),
    tone: 'destructive',
  });
}
