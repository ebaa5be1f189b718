import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { pagesKey, readPages } from '@inkbear/web-kit/read-pages.ts';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { keptHereText, type TakenBack } from '@inkbear/web-kit/saving/taken-back.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { maxPages } from './max-pages.ts';
import { NotSavedError, type RestoredChange, restoreText } from './restore-text.ts';
import { revisionRoutes } from './revision-routes.ts';

/** Delay after a save before the list is refetched, because saves follow each other while the author types. */
const refetchAfterMs = 1500;

const notShownText =
  'It is saved, but could not be loaded here yet. It comes with your next save, or load this page again.';

/** Reverts what a restore changed, and keeps all later changes. */
export type RevertRestore = (restored: RestoredChange) => Promise<TakenBack>;

/** The revisions of a manuscript, kept up to date while it is written, with the actions on them. */
export function useHistory(manuscript: Manuscript, queue: SaveQueue, revert: RevertRestore) {
  const { history, revisions, refresh } = useRevisions(manuscript, queue);
  const restore = useRestore({ manuscript, queue, revert, refresh });
  const name = useNameRevision({ manuscript, queue, refresh });
  return { history, revisions, restore, name };
}

function useRevisions({ kind, id }: Manuscript, queue: SaveQueue) {
  const client = useQueryClient();
  const params = { id };
  const route = revisionRoutes[kind].list;
  const rev = useSyncExternalStore(queue.subscribe, () => queue.view().rev);
  const history = useInfiniteQuery(readPages(route, { params, query: {} }, { maxPages }));
  const revisions = useMemo(() => history.data?.pages.flatMap(({ rows }) => rows), [history.data]);
  const newest = revisions?.[0]?.rev;
  const refresh = () => client.invalidateQueries({ queryKey: pagesKey(route, { params, query: {} }), exact: true });
  useEffect(() => {
    if (newest === undefined || newest >= rev) return undefined;
    const timer = setTimeout(() => void refresh(), refetchAfterMs);
    return () => clearTimeout(timer);
  });
  return { history, revisions, refresh };
}

const showErrorToast = (title: string) => (error: unknown) => {
  if (isSignedOut(error)) return;
  const description =
    error instanceof NotSavedError
      ? 'Your last changes are not saved yet. Please try again once they are.'
      : messageOf(error, 'The server did not answer. Please try again.');
  showToast({ title, description, tone: 'destructive' });
};

interface ActionOptions {
  readonly manuscript: Manuscript;
  readonly queue: SaveQueue;
  readonly refresh: () => Promise<void>;
}

/** Restores an old revision; the toast offers Undo. */
function useRestore({ manuscript, queue, revert, refresh }: ActionOptions & { readonly revert: RevertRestore }) {
  const undo = useMutation({
    mutationFn: revert,
    onSuccess: (outcome) => {
      if (outcome === 'unsaved') showToast({ title: 'Taken back', description: keptHereText });
      if (outcome === 'refused')
        showToast({
          title: 'Not taken back',
          description: 'These words were changed since, and stay as they are; the text from before is in the history.',
          tone: 'destructive',
        });
    },
    onError: showErrorToast('The text could not be taken back'),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: (rev: number) => restoreText(queue, manuscript, rev),
    onSuccess: (restored) =>
      showToast({
        title: 'Restored',
        description: restored.isShown ? 'The text from before is in the history.' : notShownText,
        durationMs: 10_000,
        action: { label: 'Undo', run: () => undo.mutate(restored) },
      }),
    onError: showErrorToast('The text could not be restored'),
    onSettled: refresh,
  });
}

/** Saves the current text under a name. */
function useNameRevision({ manuscript: { kind, id }, queue, refresh }: ActionOptions) {
  return useMutation({
    mutationFn: async (wanted: string) => {
      if (!(await queue.flush())) throw new NotSavedError('The latest changes are not saved.');
      return call(revisionRoutes[kind].keep, { params: { id }, body: { name: wanted } });
    },
    onSuccess: ({ name }) =>
      showToast({ title: 'Kept', description: `“${name ?? 'This text'}” stays in the history for ever.` }),
    onError: showErrorToast('The text could not be named'),
    onSettled: refresh,
  });
}
