import { deleteUser } from '@inkbear/contracts/auth/account';
import { limits } from '@inkbear/contracts/plans';
import { call } from '@inkbear/web-kit/api.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { oneAtATime, useOnce } from '@inkbear/web-kit/use-once.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { mayLeaveDrafts } from '../drafts.ts';
import { leave } from '../leave.ts';

/** Closes the account once everything is saved or given up; it can come back for some weeks. */
export function useCloseAccount(userId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useOnce(
    {
      mutationFn: async (password: string) =>
        (await mayLeaveDrafts(userId)) ? call(deleteUser, { body: { password } }) : null,
      onSuccess: async (reply) => {
        if (reply === null) return;
        await leave(userId, { client, navigate });
        toast({
          title: 'Account closed',
          description: `Sign in within ${limits.accountGraceDays} days and everything is back.`,
          durationMs: 15_000,
        });
      },
    },
    oneAtATime,
  );
}
