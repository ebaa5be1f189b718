import {
  addEditionFile,
  createEdition,
  deleteEdition,
  type DocxSettings,
  downloadEditionFile,
  type Edition,
  type EditionFile,
  type FileProfile,
  getEdition,
  isFinished,
  listEditions,
  removeEditionFile,
  updateEdition,
} from '@inkbear/contracts/export/edition';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { saveFile } from '@inkbear/web-kit/save-file.ts';
import { notifyStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportFailure } from '../../kit/report-failure.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';

export const editionsQuery = (bookId: string) => read(listEditions, { params: { id: bookId } });

const unsavedText =
  'Your latest changes are not saved yet, so they would be missing from the files. Please try again once they are saved.';

const reportEditionFailure = (title: string) => (error: unknown) => {
  if (error instanceof UnsavedError) showToast({ title, description: unsavedText, tone: 'destructive' });
  else reportFailure(title)(error);
};

/** Stores an edition that the server has just sent; a new one is the newest. */
function cacheEdition(client: QueryClient, edition: Edition): void {
  client.setQueryData<Edition[]>(editionsQuery(edition.bookId).queryKey, (editions = []) =>
    editions.some(({ id }) => id === edition.id)
      ? editions.map((each) => (each.id === edition.id ? edition : each))
      : [edition, ...editions],
  );
}

/** Saves first, then freezes the present state of the book and makes files of it. */
export function useMakeEdition(bookId: string, saveFirst: () => Promise<boolean>) {
  const client = useQueryClient();
  return useSingleFlightMutation<Edition, { profiles: FileProfile[]; docx: DocxSettings }>(
    {
      mutationFn: async ({ profiles, docx }) => {
        if (!(await saveFirst())) throw new UnsavedError();
        return call(createEdition, { params: { id: bookId }, body: { profiles, shop: 'kdp', docx } });
      },
      onSuccess: (edition) => cacheEdition(client, edition),
      onError: reportEditionFailure('The files could not be made'),
    },
    anyInput,
  );
}

/** What can be done with the files of an edition, and its name. */
export function useChangeEdition({ id, bookId }: Pick<Edition, 'id' | 'bookId'>) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: editionsQuery(bookId).queryKey, exact: true });
  const add = useSingleFlightMutation<EditionFile, FileProfile>({
    mutationFn: (profile) => call(addEditionFile, { params: { id }, body: { profile } }),
    onSuccess: () => refetch(),
    onError: reportEditionFailure('The file could not be made'),
  });
  const remove = useSingleFlightMutation<void, string>({
    mutationFn: (fileId) => call(removeEditionFile, { params: { id, fileId } }),
    onSuccess: () => refetch(),
    onError: reportEditionFailure('The file could not be cancelled'),
  });
  const download = useSingleFlightMutation<Blob, Pick<EditionFile, 'id' | 'name'>>({
    mutationFn: (file) => call(downloadEditionFile, { params: { id, fileId: file.id } }),
    onSuccess: (content, { name }) => saveFile(content, name),
    onError: reportEditionFailure('The file could not be downloaded'),
  });
  const update = useSingleFlightMutation<Edition, Pick<Edition, 'name' | 'pinned'>>({
    mutationFn: (body) => call(updateEdition, { params: { id }, body }),
    onSuccess: (edition) => cacheEdition(client, edition),
    onError: reportEditionFailure('The edition could not be changed'),
  });
  return { add, remove, download, update };
}

/** @param onDeleted called before the edition disappears */
export function useDeleteEdition({ id, bookId }: Pick<Edition, 'id' | 'bookId'>, onDeleted: () => void) {
  const client = useQueryClient();
  return useSingleFlightMutation<void>({
    mutationFn: () => call(deleteEdition, { params: { id } }),
    onSuccess: () => {
      onDeleted();
      client.setQueryData<Edition[]>(editionsQuery(bookId).queryKey, (editions = []) =>
        editions.filter((edition) => edition.id !== id),
      );
      notifyStorageFreed(client);
    },
    onError: reportEditionFailure('The edition could not be deleted'),
  });
}

const isBeingMade = ({ files }: Pick<Edition, 'files'>): boolean => files.some(({ state }) => !isFinished(state));

/** How long after a lost connection the progress is requested again, in milliseconds. */
const reconnectMs = 3000;

/** Follows the files of an edition while they are being made. */
export function useEditionProgress(edition: Edition): void {
  const client = useQueryClient();
  const { id, bookId } = edition;
  const isRunning = isBeingMade(edition);
  useEffect(() => {
    if (!isRunning) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Edition) => cacheEdition(client, next);
    const follow = () =>
      stream(getEdition, { params: { id }, signal: control.signal }, { onProgress: show }).then(
        show,
        (error: unknown) => {
          if (control.signal.aborted || handleUnauthorised(error)) return;
          timer = setTimeout(() => void follow(), reconnectMs);
        },
      );
    void follow();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [client, id, bookId, isRunning]);
}
