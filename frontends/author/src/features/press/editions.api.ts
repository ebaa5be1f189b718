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
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { saveFile } from '@inkbear/web-kit/save-file.ts';
import { notifyStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../kit/report-failure.ts';
import { useProgressStream } from '../../kit/use-progress-stream.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';

/** The editions of a book, without the findings of their reports. */
export const editionsQuery = (bookId: string) => read(listEditions, { params: { id: bookId } });

/** One edition with all findings. */
export const editionQuery = (id: string) => read(getEdition, { params: { id } });

const unsavedText =
  'Your latest changes are not saved yet, so they would be missing from the files. Please try again once they are saved.';

const reportEditionFailure = (title: string) => (error: unknown) => {
  if (error instanceof UnsavedError) showToast({ title, description: unsavedText, tone: 'destructive' });
  else reportFailure(title)(error);
};

/** Caches the edition of a request for files: a new one is the newest, one that had the same content keeps its place. */
function cacheMadeEdition(client: QueryClient, edition: Edition): void {
  client.setQueryData<Edition[]>(editionsQuery(edition.bookId).queryKey, (editions = []) =>
    editions.some(({ id }) => id === edition.id)
      ? editions.map((each) => (each.id === edition.id ? edition : each))
      : [edition, ...editions],
  );
  client.setQueryData(editionQuery(edition.id).queryKey, edition);
}

/** Replaces a cached edition. One that is not cached was deleted meanwhile, and is not added again. */
function updateCachedEdition(client: QueryClient, edition: Edition): void {
  client.setQueryData<Edition[]>(editionsQuery(edition.bookId).queryKey, (editions) =>
    editions?.map((each) => (each.id === edition.id ? edition : each)),
  );
  client.setQueryData(editionQuery(edition.id).queryKey, edition);
}

/** Removes a deleted edition from the cache. */
async function removeCachedEdition(client: QueryClient, { id, bookId }: Pick<Edition, 'id' | 'bookId'>): Promise<void> {
  const { queryKey } = editionsQuery(bookId);
  // The reply of a fetch that began before the deletion would add the edition again.
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Edition[]>(queryKey, (editions) => editions?.filter((edition) => edition.id !== id));
  void client.invalidateQueries({ queryKey, exact: true });
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
      onSuccess: (edition) => {
        cacheMadeEdition(client, edition);
        if (isBeingMade(edition)) return;
        showToast({
          title: 'Your files are up to date',
          description: 'The book has not changed since they were made.',
        });
      },
      onError: reportEditionFailure('The files could not be made'),
    },
    anyInput,
  );
}

/** What can be done with the files of an edition, and its name. */
export function useChangeEdition({ id, bookId }: Pick<Edition, 'id' | 'bookId'>) {
  const client = useQueryClient();
  const refetch = async () => {
    const queries = [editionsQuery(bookId), editionQuery(id)];
    await Promise.all(queries.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
  };
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
    onSuccess: (edition) => updateCachedEdition(client, edition),
    onError: reportEditionFailure('The edition could not be changed'),
  });
  return { add, remove, download, update };
}

/** Deletes an edition with its files. */
export function useDeleteEdition({ id, bookId }: Pick<Edition, 'id' | 'bookId'>) {
  const client = useQueryClient();
  return useSingleFlightMutation<void>({
    mutationFn: async () => {
      try {
        await call(deleteEdition, { params: { id } });
      } catch (error) {
        // It was already deleted, in another tab or when its days had passed.
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: async () => {
      showToast({ title: 'Edition deleted' });
      notifyStorageFreed(client);
      await removeCachedEdition(client, { id, bookId });
    },
    onError: reportEditionFailure('The edition could not be deleted'),
  });
}

const isBeingMade = ({ files }: Pick<Edition, 'files'>): boolean => files.some(({ state }) => !isFinished(state));

/** Follows the files of an edition while they are being made. */
export function useEditionProgress(edition: Edition): void {
  const client = useQueryClient();
  const { id, bookId } = edition;
  useProgressStream<Edition>({
    id,
    isRunning: isBeingMade(edition),
    open: ({ signal, onProgress }) => stream(getEdition, { params: { id }, signal }, { onProgress }),
    onUpdate: (next) => updateCachedEdition(client, next),
    onGone: () => void removeCachedEdition(client, { id, bookId }),
  });
}
