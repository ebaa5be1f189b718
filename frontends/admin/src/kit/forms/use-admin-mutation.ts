import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { showFailureToast } from '../feedback.ts';
import { adminReadsKey } from '../session/admin-call.ts';

/**
 * Delays of refetches after a mutation, in milliseconds: the lists are projections, which are updated by events a
 * moment later.
 */
const refetchDelaysMs = [0, 800, 2500] as const;

interface Options<Input, Reply> {
  send: (input: Input) => Promise<Reply>;
  successToast: (reply: Reply, input: Input) => { title: string; description?: string };
  /** Shown when the request failed without a message of the server. */
  failedText: string;
}

/**
 * A mutation by an admin. A double click sends it once, a toast reports the outcome, and all admin reads are
 * invalidated, because any of them may depend on the change.
 */
export function useAdminMutation<Input, Reply>({ send, successToast, failedText }: Options<Input, Reply>) {
  const client = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: send,
    onSuccess: (reply, input) => {
      showToast(successToast(reply, input));
      for (const ms of refetchDelaysMs)
        setTimeout(() => void client.invalidateQueries({ queryKey: adminReadsKey }), ms);
    },
    onError: (error) => showFailureToast(error, failedText),
  });
}
