import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

interface Replacement<Input, Stored> {
  /** The query with which the resource was read. */
  readonly queryKey: QueryKey;
  /** Sends the new value with the revision that was read. */
  readonly send: (input: Input) => Promise<Stored>;
}

/**
 * Replaces a resource as a whole. After 412 (changed elsewhere) it is refetched, and the form shows both versions.
 * There is no toast, because the form shows the errors of its autosave.
 */
export function usePutMutation<Input, Stored>({ queryKey, send }: Replacement<Input, Stored>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (stored) => client.setQueryData<Stored>(queryKey, stored),
    onError: (error) => {
      if (isStale(error)) void client.invalidateQueries({ queryKey, exact: true });
    },
  });
}

/** Whether a retry with the same values is pointless, because the server would refuse it again. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 412, 429].includes(error.status);

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
