import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { tellFailure } from '../feedback.ts';

/** Milliseconds after an action: the lists are projections and hear of it a moment later than we do. */
const lookAgainMs = [0, 800, 2500] as const;

interface Action<Input, Reply> {
  send: (input: Input) => Promise<Reply>;
  /** The toast of success. */
  done: (reply: Reply, input: Input) => { title: string; description?: string };
  /** Stands in for the server's sentence when none came. */
  failed: string;
}

/**
 * Something an admin does: sent once however often it is pressed, told in a toast either way, and every list that is
 * open is looked at again.
 */
export function useAdminAction<Input, Reply>({ send, done, failed }: Action<Input, Reply>) {
  const client = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: send,
    onSuccess: (reply, input) => {
      showToast(done(reply, input));
      for (const ms of lookAgainMs) setTimeout(() => void client.invalidateQueries({ queryKey: ['api', 'admin'] }), ms);
    },
    onError: (error) => tellFailure(error, failed),
  });
}
