import { sessionQuery } from '@inkbear/web-kit/session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Returns a function that fetches the signed-in user again, for use after a change of the account. */
export function useReloadUser(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }), [client]);
}
