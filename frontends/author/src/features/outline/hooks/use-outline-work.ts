import type { Book } from '@inkbear/contracts/books/book';
import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FirstResult, mayTryAgain, nextFirst } from '@inkbear/web-kit/try-again.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
import { outlineFailure, planOutline } from '../api/make-outline.ts';

/** What tries again belong to, and the notes that it was asked with. */
interface First extends FirstResult {
  readonly notes: string | null;
}
/** An outline that waits to be accepted; `done` is what is said when it is. Without a `first` it was kept from before. */
export interface PlannedOutline {
  readonly outline: string;
  readonly done: string;
  readonly first?: First;
}
interface Work {
  /** Typed for the next one. */
  readonly notes: string;
  readonly planned: PlannedOutline | null;
  /** Null when nothing is being planned. */
  readonly control: AbortController | null;
  readonly error: unknown;
}

const fresh: Work = { notes: '', planned: null, control: null, error: null };
const works = new SessionStore<Work>({
  dispose: ({ control }) => control?.abort(),
  needsUnloadWarning: ({ control }) => control !== null,
  persistence: {
    name: 'outlines',
    toJson: ({ notes, planned }) => (notes === '' && planned === null ? undefined : { notes, planned }),
    fromJson: (json) => ({ ...fresh, ...(json as Pick<Work, 'notes' | 'planned'>) }),
  },
});

/** Notes, planning and proposal of a book's outline: they stay, and go on, when their panel is closed. */
export function useOutlineWork(book: Pick<Book, 'id' | 'title' | 'genre'>) {
  const work = useSessionValue(works, book.id) ?? fresh;
  const refreshCounters = useRefreshCounters();
  const now = () => works.get(book.id) ?? fresh;
  const change = (part: Partial<Work>) => works.set(book.id, { ...now(), ...part });

  /** @param notes null: from the title and genre alone */
  const plan = async (notes: string | null, onPlanned: (outline: string) => void, first?: First) => {
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
    /** The same once more; the outline before stays among the kept ones. */
    tryAgain: () => {
      const first = work.planned?.first;
      if (first && mayTryAgain(first, Date.now())) void plan(first.notes, () => undefined, first);
    },
    stop: () => now().control?.abort(),
    setNotes: (notes: string) => change({ notes }),
    open: (planned: PlannedOutline) => change({ planned }),
    discard: () => change({ planned: null }),
    /** It is in the book now, and what was asked for it is done. */
    settle: (outline: string) => {
      if (now().planned?.outline === outline) change({ planned: null, notes: '' });
    },
  };
}
