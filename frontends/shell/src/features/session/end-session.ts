import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { sessionMark } from '@inkbear/web-kit/session-mark.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Nobody is signed in any more: what was read for the user is dropped. */
export function endSession(client: QueryClient): void {
  sessionMark.remove();
  client.setQueryData(sessionQuery.queryKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' || queryKey.length > 1 });
}
