import type { User } from '@inkbear/contracts/auth/account';
import { sessionQuery, setSession } from '@inkbear/web-kit/session.tsx';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import type { QueryClient } from '@tanstack/react-query';
import { resetSigningOut } from './end-session.ts';
import { broadcastSessionChange } from './other-tabs.ts';

/** Starts the session after a sign-in or a registration. */
export function beginSession(client: QueryClient, user: User): void {
  resetSigningOut();
  sessionHint.set();
  setSession(client, user);
  broadcastSessionChange('signed-in');
}

/** Requests the user after a sign-in in another tab, unless this page has a user already. */
export function joinSession(client: QueryClient): void {
  if (client.getQueryData(sessionQuery.queryKey)) return;
  resetSigningOut();
  sessionHint.set();
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
}
