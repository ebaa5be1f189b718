import { logout } from '@inkbear/contracts/auth/account';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetDrafts, mayLeaveDrafts } from '../drafts.ts';
import { endSession } from '../end-session.ts';

/** Tabs of one browser hear on this channel that the session is over. */
export const sessionChannel = 'inkbear-session';

/** Logs out once everything is saved or given up: clears what was cached and drafted, goes to `/auth`, and so do the other tabs. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (userId: string) => ((await mayLeaveDrafts(userId)) ? call(logout) : null),
    onSuccess: async (reply, userId) => {
      if (reply === null) return;
      await forgetDrafts(userId);
      endSession(client);
      const channel = new BroadcastChannel(sessionChannel);
      channel.postMessage('signed-out');
      channel.close();
      void navigate('/auth');
    },
    onError: (error) => toast({ title: 'Logout failed', description: messageOf(error, error.message), tone: 'destructive' }),
  });
}
