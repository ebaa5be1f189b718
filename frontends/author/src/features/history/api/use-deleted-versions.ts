import { limits } from '@inkbear/contracts/plans';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { pagesKey, readPages } from '@inkbear/web-kit/read-pages.ts';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import { notifyStorageFreed, refreshStorage } from '@inkbear/web-kit/storage-freed.ts';
import { closeToast, showToast, type Toast } from '@inkbear/web-kit/toast.ts';
import { counted } from '@inkbear/web-kit/words-text.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { maxPages } from './max-pages.ts';
import { revisionRoutes } from './revision-routes.ts';

const showError = (title: string) => (error: unknown) => {
  if (isSignedOut(error)) return;
  showToast({
    title,
    description: messageOf(error, 'The server did not answer. Please try again.'),
    tone: 'destructive',
  });
};

/** The deleted versions of a manuscript that can still be restored, newest first. */
export function useDeletedVersions({ kind, id }: Manuscript) {
  const list = readPages(revisionRoutes[kind].list, { params: { id }, query: { deleted: 'true' } }, { maxPages });
  // Another tab may have deleted some since.
  return useInfiniteQuery({ ...list, refetchOnMount: 'always' });
}

/** Deletes and undeletes versions; a request takes at most `limits.revisionsPerPage` revision numbers. */
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
  const listKeys = [{}, { deleted: 'true' } as const].map((query) => pagesKey(routes.list, { params, query }));
  const refreshLists = () =>
    Promise.all(listKeys.map((queryKey) => client.invalidateQueries({ queryKey, exact: true })));
  const undelete = useMutation({
    mutationFn: (revs: readonly number[]) => call(routes.undelete, { params, body: { revs: [...revs] } }),
    onSuccess: ({ revs }) => {
      void refreshStorage(client);
      showLastToast({
        title: 'Brought back',
        description: `${counted(revs.length, 'version')} can be compared and restored again.`,
      });
    },
    onError: showError('The versions could not be brought back'),
    onSettled: refreshLists,
  });
  const remove = useMutation({
    mutationFn: (revs: readonly number[]) => call(routes.delete, { params, body: { revs: [...revs] } }),
    onSuccess: ({ revs }) => {
      notifyStorageFreed(client);
      const description = `${counted(revs.length, 'version')} can be brought back for ${limits.deletedRevisionDays} days.`;
      const undo = { label: 'Undo', run: () => undelete.mutate(revs) };
      showLastToast({
        title: 'Deleted',
        description,
        durationMs: 10_000,
        ...(revs.length === 0 ? {} : { action: undo }),
      });
    },
    onError: showError('The versions could not be deleted'),
    onSettled: refreshLists,
  });
  return { remove, undelete, closeLastToast };
}
