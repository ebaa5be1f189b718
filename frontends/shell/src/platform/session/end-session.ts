import { setSession } from '@inkbear/web-kit/session.tsx';
import { sessionMark } from '@inkbear/web-kit/session-mark.ts';
import type { QueryClient } from '@tanstack/react-query';

let signingOut = false;

/** Whether this page is on its way to the sign-in page after a sign-out, not because its user must sign in again. */
export const isSigningOut = (): boolean => signingOut;
export const forgetSignOut = (): void => void (signingOut = false);

/** Nobody is signed in any more: what was read for the user is dropped. */
export function endSession(client: QueryClient): void {
  signingOut = true;
  sessionMark.remove();
  setSession(client, null);
  // The change of the tab's owner drops it too, unless the owner was never known.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' || queryKey.length > 1 });
}
