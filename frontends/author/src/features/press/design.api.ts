import { type Design, type DesignSettings, getDesign, saveDesign } from '@inkbear/contracts/books/design';
import { getMatter, type Matter, type MatterPiece, saveMatter } from '@inkbear/contracts/books/matter';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

export const designQuery = (bookId: string) => read(getDesign, { params: { id: bookId } });
export const matterQuery = (bookId: string) => read(getMatter, { params: { id: bookId } });

const ifMatch = (rev: number) => ({ 'If-Match': `"${rev}"` });

/**
 * Replaces the design of this revision. After 412 (changed elsewhere) the design is refetched, and the form shows both
 * versions. The form shows errors, because it saves by itself.
 */
export function useSaveDesign(bookId: string) {
  const client = useQueryClient();
  const { queryKey } = designQuery(bookId);
  return useMutation({
    mutationFn: ({ rev, settings }: { rev: number; settings: DesignSettings }) =>
      call(saveDesign, { params: { id: bookId }, body: settings, headers: ifMatch(rev) }),
    onSuccess: (design) => client.setQueryData<Design>(queryKey, design),
    onError: (error) => {
      if (isStale(error)) void client.invalidateQueries({ queryKey, exact: true });
    },
  });
}

/** Replaces front and back matter, like `useSaveDesign`. */
export function useSaveMatter(bookId: string) {
  const client = useQueryClient();
  const { queryKey } = matterQuery(bookId);
  return useMutation({
    mutationFn: ({ rev, pieces }: { rev: number; pieces: MatterPiece[] }) =>
      call(saveMatter, { params: { id: bookId }, body: { pieces }, headers: ifMatch(rev) }),
    onSuccess: (matter) => client.setQueryData<Matter>(queryKey, matter),
    onError: (error) => {
      if (isStale(error)) void client.invalidateQueries({ queryKey, exact: true });
    },
  });
}

/** Whether the server will refuse the same values again. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 412, 429].includes(error.status);

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
