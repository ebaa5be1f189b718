import {
  createSnapshot,
  deleteRevisions,
  getRevision,
  listRevisions,
  restoreRevision,
  undeleteRevisions,
} from '@inkbear/contracts/books/revision';
import { limits } from '@inkbear/contracts/plans';
import {
  createStorySnapshot,
  deleteStoryRevisions,
  getStoryRevision,
  listStoryRevisions,
  restoreStoryRevision,
  undeleteStoryRevisions,
} from '@inkbear/contracts/stories/story';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { isNotFound, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { pagesKey, readPages } from '@inkbear/web-kit/read-pages.ts';
import { read } from '@inkbear/web-kit/read.ts';
import type { Manuscript } from '../../saving/manuscript.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { unsavedUndoText, type UndoOutcome } from '../../saving/undo-outcome.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';
import { notifyStorageFreed, refreshStorage } from '@inkbear/web-kit/storage-freed.ts';
import { closeToast, showToast, type Toast } from '@inkbear/web-kit/toast.ts';
import { counted } from '@inkbear/web-kit/counted.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

/** The history routes of each kind of manuscript. */
const revisionRoutes = {
  chapter: {
    list: listRevisions,
    one: getRevision,
    restore: restoreRevision,
    snapshot: createSnapshot,
    delete: deleteRevisions,
    undelete: undeleteRevisions,
  },
  story: {
    list: listStoryRevisions,
    one: getStoryRevision,
    restore: restoreStoryRevision,
    snapshot: createStorySnapshot,
    delete: deleteStoryRevisions,
    undelete: undeleteStoryRevisions,
  },
} as const;

/** Cache keys of the revisions of a manuscript: the list, and the list of deleted ones. */
const revisionKeys = {
  list: ({ kind, id }: Manuscript) => pagesKey(revisionRoutes[kind].list, { params: { id }, query: {} }),
  deleted: ({ kind, id }: Manuscript) =>
    pagesKey(revisionRoutes[kind].list, { params: { id }, query: { deleted: 'true' } }),
};

/** One revision with its text. */
export const revisionQuery = ({ kind, id }: Manuscript, rev: string) =>
  read(revisionRoutes[kind].one, { params: { id, rev } });

/** Pages of 500 revisions each: 20,000 in all, more than a history has after compaction. */
const maxPages = 40;

const notShownText =
  'The restored text is saved, but could not be loaded here yet. It will appear after your next save, or when you ' +
  'reload the page.';

/** Reverts what a restore changed, and keeps all later changes. */
export type RevertRestore = (restored: RestoredChange) => Promise<UndoOutcome>;

/** The revisions of a manuscript, kept up to date while it is written, with the actions on them. */
export function useHistory(manuscript: Manuscript, queue: SaveQueue, revert: RevertRestore) {
  const { history, revisions, refresh } = useRevisions(manuscript, queue);
  const restore = useRestore({ manuscript, queue, revert, refresh });
  const name = useNameRevision({ manuscript, queue, refresh });
  return { history, revisions, restore, name };
}

function useRevisions({ kind, id }: Manuscript, queue: SaveQueue) {
  const client = useQueryClient();
  const rev = useSyncExternalStore(queue.subscribe, () => queue.view().rev);
  const history = useInfiniteQuery(readPages(revisionRoutes[kind].list, { params: { id }, query: {} }, { maxPages }));
  const revisions = useMemo(() => history.data?.pages.flatMap(({ rows }) => rows), [history.data]);
  const newest = revisions?.[0]?.rev;
  const refresh = useCallback(
    () => client.invalidateQueries({ queryKey: revisionKeys.list({ kind, id }), exact: true }),
    [client, kind, id],
  );
  // The queue has this revision once the server has acknowledged the save.
  useEffect(() => {
    if (newest !== undefined && newest < rev) void refresh();
  }, [newest, rev, refresh]);
  return { history, revisions, refresh };
}

const showErrorToast = (title: string) => (error: unknown) => {
  if (isSignedOut(error)) return;
  const description =
    error instanceof UnsavedError
      ? 'Your latest changes are not saved yet. Please try again once they are saved.'
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
      if (outcome === 'unsaved') showToast({ title: 'Undone', description: unsavedUndoText });
      if (outcome === 'refused')
        showToast({
          title: 'Undo failed',
          description: 'This text has been changed since, so it was not reverted. The previous text is in the history.',
          tone: 'destructive',
        });
    },
    onError: showErrorToast('Undo failed'),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: (rev: number) => restoreText(queue, manuscript, rev),
    onSuccess: (restored) =>
      showToast({
        title: 'Restored',
        description: restored.isShown ? 'The previous text is in the history.' : notShownText,
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
    mutationFn: async (newName: string) => {
      if (!(await queue.flush())) throw new UnsavedError();
      return call(revisionRoutes[kind].snapshot, { params: { id }, body: { name: newName } });
    },
    onSuccess: ({ name }) =>
      showToast({ title: 'Version named', description: `“${name ?? 'This text'}” stays in the history permanently.` }),
    onError: showErrorToast('The text could not be named'),
    onSettled: refresh,
  });
}

/** The deleted versions of a manuscript that can still be recovered, newest first. */
export function useDeletedVersions({ kind, id }: Manuscript) {
  const list = readPages(revisionRoutes[kind].list, { params: { id }, query: { deleted: 'true' } }, { maxPages });
  // Another tab may have deleted some since.
  return useInfiniteQuery({ ...list, refetchOnMount: 'always' });
}

/** Deletes and recovers versions; a request takes at most `limits.revisionsPerPage` revision numbers. */
export function useChangeVersions({ kind, id }: Manuscript) {
  const client = useQueryClient();
  const routes = revisionRoutes[kind];
  const params = { id };
  const lastToast = useRef<Toast>(undefined);
  const showLastToast = (value: Toast) => {
    lastToast.current = value;
    showToast(value);
  };
  const closeLastToast = () => {
    if (lastToast.current) closeToast(lastToast.current);
  };
  const refreshLists = () =>
    Promise.all(
      [revisionKeys.list({ kind, id }), revisionKeys.deleted({ kind, id })].map((queryKey) =>
        client.invalidateQueries({ queryKey, exact: true }),
      ),
    );
  const recover = useMutation({
    mutationFn: (revs: readonly number[]) => call(routes.undelete, { params, body: { revs: [...revs] } }),
    onSuccess: ({ revs }) => {
      void refreshStorage(client);
      showLastToast({
        title: 'Recovered',
        description: `${counted(revs.length, 'version')} can be compared and restored again.`,
      });
    },
    onError: showErrorToast('The versions could not be recovered'),
    onSettled: refreshLists,
  });
  const remove = useMutation({
    mutationFn: (revs: readonly number[]) => call(routes.delete, { params, body: { revs: [...revs] } }),
    onSuccess: ({ revs }) => {
      notifyStorageFreed(client);
      const description = `${counted(revs.length, 'version')} can be recovered for ${limits.deletedRevisionDays} days.`;
      const undo = { label: 'Undo', run: () => recover.mutate(revs) };
      showLastToast({
        title: 'Deleted',
        description,
        durationMs: 10_000,
        ...(revs.length === 0 ? {} : { action: undo }),
      });
    },
    onError: showErrorToast('The versions could not be deleted'),
    onSettled: refreshLists,
  });
  return { remove, recover, closeLastToast };
}

/** The change that a restore made: the text before and after it, and whether the page could load it. */
export interface RestoredChange {
  readonly before: string;
  readonly after: string;
  readonly isShown: boolean;
}

/** Saves first, then restores an old revision as the current text. */
async function restoreText(queue: SaveQueue, { kind, id }: Manuscript, rev: number): Promise<RestoredChange> {
  if (!(await queue.flush())) throw new UnsavedError();
  const before = queue.text.toString();
  // The text after the restore comes from the server, because the author may type here meanwhile.
  const { content } = await call(revisionRoutes[kind].restore, { params: { id, rev: String(rev) } });
  const isShown = await queue.refresh();
  return { before, after: normaliseNewlines(content), isShown };
}

/** The text of a revision; null without a revision, or when the history no longer has it. */
export async function findRevisionText({ kind, id }: Manuscript, rev: number | null): Promise<string | null> {
  if (rev === null) return null;
  try {
    return normaliseNewlines((await call(revisionRoutes[kind].one, { params: { id, rev: String(rev) } })).content);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
