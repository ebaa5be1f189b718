import { deleteUser } from '@inkbear/contracts/auth/account';
import { limits } from '@inkbear/contracts/plans';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { saveOrConfirmLoss } from './unsaved-work.ts';
import { finishSignOut } from './finish-sign-out.ts';

/**
 * Closes the account once everything is saved or the user has confirmed the loss. The account can be restored for 30
 * days.
 */
export function useCloseAccount(userId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSingleFlightMutation(
    {
      mutationFn: async (password: string) =>
        (await saveOrConfirmLoss(userId)) ? call(deleteUser, { body: { password } }) : null,
      onSuccess: async (reply) => {
        if (reply === null) return;
        await finishSignOut(userId, { client, navigate });
        showToast({
          title: 'Account closed',
          description: `Sign in within ${limits.accountRestoreDays} days to restore everything.`,
          durationMs: 15_000,
        });
      },
    },
    anyInput,
  );
}
