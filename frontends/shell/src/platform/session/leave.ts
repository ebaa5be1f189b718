import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router-dom';
import { forgetDrafts } from './drafts.ts';
import { endSession } from './end-session.ts';
import { broadcastSessionChange } from './other-tabs.ts';

/**
 * The session is over at the server: clears what was cached and drafted here, goes to `/auth`, and so do the other
 * tabs.
 */
export async function leave(
  userId: string,
  { client, navigate }: { client: QueryClient; navigate: NavigateFunction },
): Promise<void> {
  await forgetDrafts(userId);
  endSession(client);
  broadcastSessionChange('signed-out');
  void navigate('/auth');
}
