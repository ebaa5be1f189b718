import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { showFailureToast } from '../failure-text.ts';
import { waitUntilProjected } from './wait-until-projected.ts';

interface Options<Input, Reply> {
  send: (input: Input) => Promise<Reply>;
  successToast: (reply: Reply, input: Input) => { title: string; description?: string };
  /** Shown when the request failed without a message of the server. */
  failedText: string;
  /** The keys of the reads that the change makes stale. */
  staleKeys: (input: Input) => readonly QueryKey[];
  /** Whether these reads show the change; only where the admin service learns of it by an event. */
  isProjected?: (reply: Reply, input: Input) => Promise<boolean>;
}

/**
 * A mutation by an admin. A double click sends it once, and a toast reports the outcome. The stale reads are refetched
 * at once, and again when the change has reached them by event.
 */
export function useAdminMutation<Input, Reply>(options: Options<Input, Reply>) {
  const { send, successToast, failedText, staleKeys, isProjected } = options;
  const client = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: send,
    onSuccess: (reply, input) => {
      showToast(successToast(reply, input));
      const keys = staleKeys(input);
      const refetch = () => keys.forEach((queryKey) => void client.invalidateQueries({ queryKey }));
      refetch();
      if (isProjected === undefined) return;
      const isShown = () =>
        keys.some((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }).length);
      void waitUntilProjected({ isProjected: () => isProjected(reply, input), isNeeded: isShown }).then(refetch);
    },
    onError: (error) => showFailureToast(error, failedText),
  });
}
