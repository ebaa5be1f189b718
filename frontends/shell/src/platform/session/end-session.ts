import { setSession } from '@inkbear/web-kit/session.tsx';
import { sessionMark } from '@inkbear/web-kit/session-mark.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Nobody is signed in any more: what was read for the user is dropped. */
export function endSession(client: QueryClient): void {
  sessionMark.remove();
  setSession(client, null);
  // The change of the tab's owner drops it too, unless the owner was never known.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' || queryKey.length > 1 });
}
