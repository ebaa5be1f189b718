import { saveEverything } from '@inkbear/web-kit/sign-out-guard.ts';
import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { joinSession } from './begin-session.ts';
import { removeDrafts } from './unsaved-work.ts';
import { endSession } from './end-session.ts';
import { onSessionChange } from './other-tabs.ts';
import { saveForOtherTabs } from './unsaved-tabs.ts';

/**
 * Applies session changes of other tabs: a sign-out signs out this tab, and after a sign-in a visitor's tab requests
 * the user. Saves this tab's work before another tab signs out.
 */
export function useSharedSession(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => saveForOtherTabs(saveEverything), []);
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'signed-in') return joinSession(client);
        const user = client.getQueryData(sessionQuery.queryKey);
        if (user) void removeDrafts(user.id);
        endSession(client);
        void navigate('/auth');
      }),
    [client, navigate],
  );
}
