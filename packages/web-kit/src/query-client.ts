import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from './api-error.ts';
import { onPlanRefused } from './plan-refusal.ts';
import { invalidatePlan, removeCachedReplies, sessionQuery } from './session.tsx';
import { tabOwner } from './tab-owner.ts';
import { handleUnauthorised, warnIfUnpersisted, toastSignedOut } from './unauthorised.ts';

const minute = 60_000;

/**
 * Reads are fresh for 5 minutes, dropped 10 minutes after the last use, and tried twice. Mutations are tried once. When
 * the session has ended, a mutation opens the sign-in page. A read only fetches the session again: a protected page
 * then opens the sign-in page by itself, and a public page stays open.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({ onError: (error) => void handleUnauthorised(error) }),
    queryCache: new QueryCache({ onError: (error) => refetchSession(client, error) }),
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 10 * minute,
        retry: (count, error) => count < 1 && !isFinal(error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      mutations: { retry: 0 },
    },
  });
  onPlanRefused(() => void invalidatePlan(client));
  tabOwner.onChange(({ from }) => {
    // Another user must not see data of the previous one.
    if (from !== '') removeCachedReplies(client);
  });
  return client;
}

function refetchSession(client: QueryClient, error: unknown): void {
  const { queryKey } = sessionQuery;
  // On a visitor's page a 401 is expected.
  if (!isSignedOut(error) || !client.getQueryData(queryKey) || warnIfUnpersisted()) return;
  toastSignedOut();
  void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

/** Whether a retry would fail as well: the session has ended, access is forbidden, or the resource does not exist. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 404);
