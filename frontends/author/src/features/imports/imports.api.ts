import {
  createImport,
  deleteImport,
  getImport,
  importLimits,
  isSettled,
  listImports,
  makeImport,
  type ManuscriptImport,
  readImportText,
  saveImportPlan,
} from '@inkbear/contracts/export/import';
import { chooseImportedBook } from '@inkbear/contracts/export/import-file';
import { buildPath, type ClientBody } from '@inkbear/contracts/route';
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { pathKey, read } from '@inkbear/web-kit/read.ts';
import { notifyStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ifMatch } from '../../kit/if-match.ts';
import { reportFailure } from '../../kit/report-failure.ts';
import { useProgressStream } from '../../kit/use-progress-stream.ts';
import { usePutMutation } from '../../kit/use-put-mutation.ts';

export const importsQuery = () => ({ ...read(listImports), refetchOnMount: 'always' as const });
export const importQuery = (id: string) => read(getImport, { params: { id } });

/** A part of the text, at most `importLimits.textPage` units; it never changes once the import is ready. */
export const importTextQuery = (id: string, { from, to }: { from: number; to: number }) => ({
  ...read(readImportText, {
    params: { id },
    query: { from, to: Math.min(to, from + importLimits.textPage) },
  }),
  staleTime: Infinity,
});

const importTextKey = (id: string) => pathKey(buildPath(readImportText, { id }));

const invalidateList = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: importsQuery().queryKey, exact: true });

export interface ImportUpload {
  readonly file: File;
  /** The book to which the chapters are appended; null for a new one. */
  readonly bookId: string | null;
  /** Cancels the upload. */
  readonly signal: AbortSignal;
}

export function useUploadImport() {
  const client = useQueryClient();
  return useSingleFlightMutation<ManuscriptImport, ImportUpload>(
    {
      mutationFn: ({ file, bookId, signal }) => {
        const form = new FormData();
        // The server reads the fields in this order, so that it can refuse the book before it reads the file.
        if (bookId !== null) form.set('bookId', bookId);
        form.set('file', file);
        return call(createImport, { body: form as never, signal });
      },
      onSuccess: (item) => {
        client.setQueryData(importQuery(item.id).queryKey, item);
        void invalidateList(client);
      },
      onError: (error, { signal }) => {
        if (!signal.aborted) reportFailure('The file could not be uploaded')(error);
      },
    },
    anyInput,
  );
}

/** Cancels an import that is running, or removes a finished one. */
export function useDeleteImport() {
  const client = useQueryClient();
  return useSingleFlightMutation<void, string>({
    mutationFn: async (id) => {
      try {
        await call(deleteImport, { params: { id } });
      } catch (error) {
        // It was already removed, in another tab or when its days had passed.
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: (_reply, id) => {
      client.removeQueries({ queryKey: importQuery(id).queryKey, exact: true });
      notifyStorageFreed(client);
      return invalidateList(client);
    },
    onError: reportFailure('The import could not be removed'),
  });
}

export const useSavePlan = (id: string) =>
  usePutMutation({
    queryKey: importQuery(id).queryKey,
    send: ({ rev, plan }: { rev: number; plan: ClientBody<typeof saveImportPlan> }) =>
      call(saveImportPlan, { params: { id }, body: plan, headers: ifMatch(rev) }),
  });

/** Chooses the book of an account export; the file is then read again. */
export function useChooseBook(id: string) {
  const client = useQueryClient();
  return useSingleFlightMutation<ManuscriptImport, number>(
    {
      mutationFn: (index) => call(chooseImportedBook, { params: { id }, body: { index } }),
      onSuccess: (item) => {
        client.setQueryData(importQuery(id).queryKey, item);
        client.removeQueries({ queryKey: importTextKey(id) });
      },
      onError: reportFailure('The book could not be chosen'),
    },
    anyInput,
  );
}

/** Starts to make the book. The import then shows the progress, and the book when it is made. */
export function useMakeImport(id: string) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: importQuery(id).queryKey, exact: true });
  return useSingleFlightMutation({
    mutationFn: () => call(makeImport, { params: { id } }),
    onSuccess: refetch,
    onError: (error) => {
      reportFailure('The book could not be made')(error);
      void refetch();
    },
  });
}

/** Follows an import while it is read or made. */
export function useImportProgress({ id, state }: Pick<ManuscriptImport, 'id' | 'state'>): void {
  const client = useQueryClient();
  const { queryKey } = importQuery(id);
  useProgressStream<ManuscriptImport>({
    id,
    isRunning: !isSettled(state),
    open: ({ signal, onProgress }) => stream(getImport, { params: { id }, signal }, { onProgress }),
    onUpdate: (next) => client.setQueryData(queryKey, next),
    onGone: () => void client.invalidateQueries({ queryKey, exact: true }),
  });
}
