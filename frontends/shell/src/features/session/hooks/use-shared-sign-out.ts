import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { sessionChannel } from '../leave.ts';
import { forgetDrafts } from '../drafts.ts';
import { endSession } from '../end-session.ts';

/** Logging out in one tab logs out all. */
export function useSharedSignOut(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    const channel = new BroadcastChannel(sessionChannel);
    channel.addEventListener('message', () => {
      const user = client.getQueryData(sessionQuery.queryKey);
      if (user) void forgetDrafts(user.id);
      endSession(client);
      void navigate('/auth');
    });
    return () => channel.close();
  }, [client, navigate]);
}
