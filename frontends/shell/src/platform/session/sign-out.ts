import { logout } from '@inkbear/contracts/auth/account';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { saveOrConfirmLoss } from './unsaved-work.ts';
import { finishSignOut } from './finish-sign-out.ts';

/** Signs out once everything is saved or the user has confirmed the loss. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (userId: string) => ((await saveOrConfirmLoss(userId)) ? call(logout) : null),
    onSuccess: async (reply, userId) =>
      reply === null ? undefined : await finishSignOut(userId, { client, navigate }),
    onError: (error) =>
      showToast({
        title: 'Logout failed',
        description: messageOf(error, 'The server did not answer. You may still be signed in; please try again.'),
        tone: 'destructive',
      }),
  });
}
