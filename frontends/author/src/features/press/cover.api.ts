import {
  deleteCover,
  getCover,
  getCoverGuide,
  uploadCover,
  type Cover,
  type coverGuideFormats,
} from '@inkbear/contracts/export/cover';
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { fileName, saveFile } from '@inkbear/web-kit/save-file.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../kit/report-failure.ts';

/** The cover of a book, or null for a book without one. */
export const coverQuery = (bookId: string) =>
  queryOptions({
    queryKey: readKey(getCover, { params: { id: bookId } }),
    queryFn: async ({ signal }): Promise<Cover | null> => {
      try {
        return await call(getCover, { params: { id: bookId }, signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });

export function useChangeCover(bookId: string) {
  const client = useQueryClient();
  const { queryKey } = coverQuery(bookId);
  const upload = useSingleFlightMutation<Cover, File>(
    {
      mutationFn: (file) => {
        const form = new FormData();
        form.set('cover', file);
        return call(uploadCover, { params: { id: bookId }, body: form as never });
      },
      onSuccess: (cover) => client.setQueryData<Cover | null>(queryKey, cover),
      onError: reportFailure('The cover could not be saved'),
    },
    anyInput,
  );
  const remove = useSingleFlightMutation({
    mutationFn: () => call(deleteCover, { params: { id: bookId } }),
    onSuccess: () => client.setQueryData<Cover | null>(queryKey, null),
    onError: reportFailure('The cover could not be removed'),
  });
  return { upload, remove };
}

export type GuideFormat = (typeof coverGuideFormats)[number];

/** Downloads the template of the printed cover for a page count. `onSaved` gets that count. */
export function useCoverGuide({ id, title }: { id: string; title: string }, onSaved: (pages: number) => void) {
  return useSingleFlightMutation<Blob, { format: GuideFormat; pages: number }>(
    {
      mutationFn: (query) => call(getCoverGuide, { params: { id }, query }),
      onSuccess: (file, { format, pages }) => {
        saveFile(file, fileName(title, ` - cover guide ${pages} pages.${format}`));
        onSaved(pages);
      },
      onError: reportFailure('The cover guide could not be made'),
    },
    anyInput,
  );
}
