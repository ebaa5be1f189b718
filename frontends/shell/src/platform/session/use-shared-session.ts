import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { joinSession } from './begin-session.ts';
import { forgetDrafts } from './drafts.ts';
import { endSession } from './end-session.ts';
import { onSessionChange } from './other-tabs.ts';

/** Logging out in one tab logs out all, and a visitor's other tabs hear of signing in. */
export function useSharedSession(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'signed-in') return joinSession(client);
        const user = client.getQueryData(sessionQuery.queryKey);
        if (user) void forgetDrafts(user.id);
        endSession(client);
        void navigate('/auth');
      }),
    [client, navigate],
  );
}
