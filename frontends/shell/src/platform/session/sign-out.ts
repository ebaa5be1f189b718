import { logout } from '@inkbear/contracts/auth/account';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { mayLeaveDrafts } from './drafts.ts';
import { leave } from './leave.ts';

/** Logs out once everything is saved or given up. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (userId: string) => ((await mayLeaveDrafts(userId)) ? call(logout) : null),
    onSuccess: async (reply, userId) => (reply === null ? undefined : await leave(userId, { client, navigate })),
    onError: (error) =>
      showToast({ title: 'Logout failed', description: messageOf(error, error.message), tone: 'destructive' }),
  });
}
