import { MutationCache, QueryClient } from '@tanstack/react-query';
import { onPlanRefused } from './plan-refusal.ts';
import { forgetPlan } from './session.tsx';
import { handleUnauthorised } from './unauthorised.ts';

const minute = 60_000;

/** Reads: fresh 5 minutes, dropped 10 minutes after the last use, tried twice. Mutations: once. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({ onError: (error) => void handleUnauthorised(error) }),
    defaultOptions: {
      queries: { staleTime: 5 * minute, gcTime: 10 * minute, retry: 1, refetchOnWindowFocus: false, refetchOnReconnect: true },
      mutations: { retry: 0 },
    },
  });
  onPlanRefused(() => void forgetPlan(client));
  return client;
}
