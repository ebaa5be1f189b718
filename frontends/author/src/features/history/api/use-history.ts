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
import { NotSavedError, type Restored, restoreText } from './restore-text.ts';
import { revisionRoutes } from './revision-routes.ts';

/** Milliseconds after a save before the list is read again: one save follows another while an author types. */
const rereadAfterMs = 1500;

const notShown =
  'It is saved, but could not be loaded here yet. It comes with your next save, or load this page again.';

/** Takes back what a restoration changed and nothing that came since. */
export type TakeBackRestored = (restored: Restored) => Promise<TakenBack>;

/** The text's revisions, kept up to date while it is written, and what may be done with them. */
export function useHistory(manuscript: Manuscript, queue: SaveQueue, takeBack: TakeBackRestored) {
  const client = useQueryClient();
  const params = { id: manuscript.id };
  const routes = revisionRoutes[manuscript.kind];
  const rev = useSyncExternalStore(queue.subscribe, () => queue.view().rev);
  const history = useInfiniteQuery(readPages(routes.list, { params, query: {} }, { maxPages }));
  const revisions = useMemo(() => history.data?.pages.flatMap(({ rows }) => rows), [history.data]);
  const newest = revisions?.[0]?.rev;
  useEffect(() => {
    if (newest === undefined || newest >= rev) return undefined;
    const timer = setTimeout(() => void refresh(), rereadAfterMs);
    return () => clearTimeout(timer);
  });
  const refresh = () =>
    client.invalidateQueries({ queryKey: pagesKey(routes.list, { params, query: {} }), exact: true });
  const tell = (title: string) => (error: unknown) => {
    if (isSignedOut(error)) return;
    const text =
      error instanceof NotSavedError
        ? 'Your last changes are not saved yet. Please try again once they are.'
        : messageOf(error, 'The server did not answer. Please try again.');
    showToast({ title, description: text, tone: 'destructive' });
  };
  const restore = useMutation({
    mutationFn: (wanted: number) => restoreText(queue, manuscript, wanted),
    onSuccess: (restored) =>
      showToast({
        title: 'Restored',
        description: restored.isShown ? 'The text from before is in the history.' : notShown,
        durationMs: 10_000,
        action: { label: 'Undo', run: () => undo.mutate(restored) },
      }),
    onError: tell('The text could not be restored'),
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: takeBack,
    onSuccess: (became) => {
      if (became === 'unsaved') showToast({ title: 'Taken back', description: keptHereText });
      if (became === 'refused')
        showToast({
          title: 'Not taken back',
          description: 'These words were changed since, and stay as they are; the text from before is in the history.',
          tone: 'destructive',
        });
    },
    onError: tell('The text could not be taken back'),
    onSettled: refresh,
  });
  const name = useMutation({
    mutationFn: async (wanted: string) => {
      if (!(await queue.flush())) throw new NotSavedError('What was typed last is not saved.');
      return call(routes.keep, { params, body: { name: wanted } });
    },
    onSuccess: ({ name: given }) =>
      showToast({ title: 'Kept', description: `“${given ?? 'This text'}” stays in the history for ever.` }),
    onError: tell('The text could not be named'),
    onSettled: refresh,
  });
  return { history, revisions, restore, name };
}
