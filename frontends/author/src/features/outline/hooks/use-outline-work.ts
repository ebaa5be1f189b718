import type { Book } from '@inkbear/contracts/books/book';
import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FirstResult, mayTryAgain, nextFirst } from '@inkbear/web-kit/try-again.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
import { outlineFailure, planOutline } from '../api/make-outline.ts';

/** The result that retries belong to, and the notes of its request. */
interface FirstOutline extends FirstResult {
  readonly notes: string | null;
}
/**
 * An outline that waits to be accepted; `done` is the toast title for accepting it. Without `first` it is a kept
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
  /** Null when nothing is being planned. */
  readonly control: AbortController | null;
  readonly error: unknown;
}

const fresh: OutlineWork = { notes: '', planned: null, control: null, error: null };
const outlineWorks = new SessionStore<OutlineWork>({
  dispose: ({ control }) => control?.abort(),
  needsUnloadWarning: ({ control }) => control !== null,
  persistence: {
    name: 'outlines',
    toJson: ({ notes, planned }) => (notes === '' && planned === null ? undefined : { notes, planned }),
    fromJson: (json) => ({ ...fresh, ...(json as Pick<OutlineWork, 'notes' | 'planned'>) }),
  },
});

/** Notes, running request and proposal of a book's outline; they survive closing the panel. */
export function useOutlineWork(book: Pick<Book, 'id' | 'title' | 'genre'>) {
  const work = useSessionValue(outlineWorks, book.id) ?? fresh;
  const refreshCounters = useRefreshCounters();
  const now = () => outlineWorks.get(book.id) ?? fresh;
  const change = (part: Partial<OutlineWork>) => outlineWorks.set(book.id, { ...now(), ...part });

  /** @param notes null to use only title and genre */
  const plan = async (notes: string | null, onPlanned: (outline: string) => void, first?: FirstOutline) => {
    const control = new AbortController();
    change({ control, error: null });
    const isCurrent = () => now().control === control;
    try {
      const { outline, resultId } = await planOutline(book, notes, {
        signal: control.signal,
        variantOf: first?.resultId,
      });
      if (!isCurrent()) return;
      change({
        control: null,
        planned: {
          outline,
          done: notes === null ? 'Outline Generated!' : 'Outline Regenerated!',
          first: { ...nextFirst(first, resultId, Date.now()), notes },
        },
      });
      onPlanned(outline);
    } catch (error) {
      if (!isCurrent()) return;
      if (control.signal.aborted) return change({ control: null });
      change({ control: null, error });
      if (!isSignedOut(error))
        showToast({
          title: notes === null ? 'Outline Failed' : 'Failed to regenerate outline',
          description: outlineFailure(error),
          tone: 'destructive',
        });
    } finally {
      refreshCounters();
    }
  };
  return {
    ...work,
    isPlanning: work.control !== null,
    plan: (notes: string | null, onPlanned: (outline: string) => void = () => undefined) => void plan(notes, onPlanned),
    /** Retries the same request; the previous outline stays among the kept ones. */
    tryAgain: () => {
      const first = work.planned?.first;
      if (first && mayTryAgain(first, Date.now())) void plan(first.notes, () => undefined, first);
    },
    stop: () => now().control?.abort(),
    setNotes: (notes: string) => change({ notes }),
    open: (planned: PlannedOutline) => change({ planned }),
    discard: () => change({ planned: null }),
    /** Clears the proposal and its notes after the outline was saved. */
    markSaved: (outline: string) => {
      if (now().planned?.outline === outline) change({ planned: null, notes: '' });
    },
  };
}
