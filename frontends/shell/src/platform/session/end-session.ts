import { removeCachedReplies, setSession } from '@inkbear/web-kit/session.tsx';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import type { QueryClient } from '@tanstack/react-query';

let signingOut = false;

/**
 * True while this page opens the sign-in page after a sign-out; false when a session has expired and its user must sign
 * in again.
 */
export const isSigningOut = (): boolean => signingOut;
export const resetSigningOut = (): void => void (signingOut = false);

/** Marks the page as signed out and removes the user's cached replies. */
export function endSession(client: QueryClient): void {
  signingOut = true;
  sessionHint.remove();
  setSession(client, null);
  // The change of the tab's owner removes them too, unless no owner was ever set.
  removeCachedReplies(client);
}
