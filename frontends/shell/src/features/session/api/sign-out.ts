import { logout } from '@inkbear/contracts/auth/account';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { maySignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { endSession } from '../end-session.ts';

/** Tabs of one browser hear on this channel that the session is over. */
export const sessionChannel = 'inkbear-session';

/** Logs out once nothing is left to save: clears what was cached, goes to `/auth`, and so do the other tabs. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => ((await maySignOut()) ? call(logout) : null),
    onSuccess: (reply) => {
      if (reply === null) return;
      endSession(client);
      const channel = new BroadcastChannel(sessionChannel);
      channel.postMessage('signed-out');
      channel.close();
      void navigate('/auth');
    },
    onError: (error) => toast({ title: 'Logout failed', description: messageOf(error, error.message), tone: 'destructive' }),
  });
}
