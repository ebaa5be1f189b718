import { getCoachingStatus } from '@inkbear/contracts/ai/limit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readKey } from './read.ts';
import { useRefreshSession } from './session.tsx';

/**
 * Milliseconds after a call: the server gives a use back when it has heard of the end, which may be a while after us.
 */
const giveBackMs = [0, 1500, 4000, 10_000] as const;

/** After every call to AI, however it ended: what is left, what is kept, and who the user is by now. */
export function useRefreshCounters(): () => void {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  return useCallback(() => {
    const refresh = () => {
      void client.invalidateQueries({
        queryKey: ['api', 'ai'],
        predicate: ({ queryKey }) => queryKey[2] === 'limits' || queryKey[2] === 'results',
      });
      void client.invalidateQueries({
        queryKey: ['api', 'personal-stories'],
        predicate: ({ queryKey }) => queryKey[3] === 'limits',
      });
      void client.invalidateQueries({ queryKey: readKey(getCoachingStatus) });
    };
    for (const ms of giveBackMs) setTimeout(refresh, ms);
    void refreshSession();
  }, [client, refreshSession]);
}
