import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router-dom';
import { removeDrafts } from './unsaved-work.ts';
import { endSession } from './end-session.ts';
import { broadcastSessionChange } from './other-tabs.ts';

/**
 * Cleans up after the server has ended the session: removes cached replies and drafts, opens `/auth`, and notifies the
 * other tabs, which do the same.
 */
export async function finishSignOut(
  userId: string,
  { client, navigate }: { client: QueryClient; navigate: NavigateFunction },
): Promise<void> {
  await removeDrafts(userId);
  endSession(client);
  broadcastSessionChange('signed-out');
  void navigate('/auth');
}
