import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { sessionChannel } from '../api/sign-out.ts';
import { endSession } from '../end-session.ts';

/** Logging out in one tab logs out all. */
export function useSharedSignOut(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    const channel = new BroadcastChannel(sessionChannel);
    channel.addEventListener('message', () => {
      endSession(client);
      void navigate('/auth');
    });
    return () => channel.close();
  }, [client, navigate]);
}
