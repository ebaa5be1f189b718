import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { handleUnauthorised } from './unauthorised.ts';

const minute = 60_000;

/** Reads: fresh 5 minutes, dropped 10 minutes after the last use, tried twice. Mutations: once. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => dropPlan(client, error) }),
    mutationCache: new MutationCache({
      onError: (error) => {
        dropPlan(client, error);
        handleUnauthorised(error);
      },
    }),
    defaultOptions: {
      queries: { staleTime: 5 * minute, gcTime: 10 * minute, retry: 1, refetchOnWindowFocus: false, refetchOnReconnect: true },
      mutations: { retry: 0 },
    },
  });
  return client;
}

/** The server refused for the plan: what we believe about the plan is old. */
function dropPlan(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.status === 403 && error.problem?.code.startsWith('plan.') === true) void client.invalidateQueries({ queryKey: ['user'] });
}
