import { deleteUser } from '@inkbear/contracts/auth/account';
import { limits } from '@inkbear/contracts/plans';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { mayLeaveDrafts } from './drafts.ts';
import { leave } from './leave.ts';

/** Closes the account once everything is saved or given up; it can come back for some weeks. */
export function useCloseAccount(userId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSingleFlightMutation(
    {
      mutationFn: async (password: string) =>
        (await mayLeaveDrafts(userId)) ? call(deleteUser, { body: { password } }) : null,
      onSuccess: async (reply) => {
        if (reply === null) return;
        await leave(userId, { client, navigate });
        showToast({
          title: 'Account closed',
          description: `Sign in within ${limits.accountGraceDays} days and everything is back.`,
          durationMs: 15_000,
        });
      },
    },
    anyInput,
  );
}
