import { getPlanStatus, getUser, type User } from '@inkbear/contracts/auth/account';
import { getSubscription } from '@inkbear/contracts/billing/billing';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api.ts';
import { ApiError, isSignedOut } from './api-error.ts';
import { useBrowserValue } from './use-browser-value.ts';
import { read, readKey } from './read.ts';
import { sessionHint } from './session-hint.ts';
import { tabOwner } from './tab-owner.ts';
import { warnIfUnpersisted } from './unauthorised.ts';

export const userKeys = {
  session: () => ['user'] as const,
  planStatus: () => ['user', 'plan-status'] as const,
};

/**
 * The signed-in user, or null. A visitor's page knows without a request that nobody is signed in. When the server cannot
 * be reached on page load, the result is null as well. A known user stays: only a 401 ends a session, not a network
 * error.
 */
export const sessionQuery = queryOptions({
  queryKey: userKeys.session(),
  queryFn: async ({ signal, client, queryKey }): Promise<User | null> => {
    if (!sessionHint.isSet()) return setTabOwner(null);
    try {
      return setTabOwner(await call(getUser, { signal }));
    } catch (error) {
      if (signal.aborted) throw error;
      const known = client.getQueryData<User | null>(queryKey) ?? null;
      // Keep the user while the page has unpersisted work, because the page would close the text without a user.
      return isSignedOut(error) && (known === null || !warnIfUnpersisted()) ? setTabOwner(null) : known;
    }
  },
  retry: false,
  staleTime: 5 * 60_000,
});

/** Sets the owner of this tab before any component sees the user, so that no data of another user are shown. */
function setTabOwner(user: User | null): User | null {
  tabOwner.set(user?.id ?? null);
  return user;
}

/** Sets the session without a request, after a sign-in or sign-out on this page. */
export const setSession = (client: QueryClient, user: User | null): void =>
  void client.setQueryData(sessionQuery.queryKey, setTabOwner(user));

/** Removes all cached replies but the session itself: they belong to the previous user. */
export const removeCachedReplies = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey.join() !== userKeys.session().join() });

export type Session =
  { state: 'loading'; user: null } | { state: 'signed-in'; user: User } | { state: 'signed-out'; user: null };

const isInBrowser = () => true;

/** The session of this page; all components share one request. */
export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  // During hydration the session must look unknown, as in the prerendered HTML, even when it is cached already.
  if (!useBrowserValue(isInBrowser, false)) return { state: 'loading', user: null };
  if (data) return { state: 'signed-in', user: data };
  return isPending ? { state: 'loading', user: null } : { state: 'signed-out', user: null };
}

/** The effective plan; fetched only for a signed-in user. */
export function usePlanStatus() {
  const { user } = useSession();
  return useQuery({
    queryKey: userKeys.planStatus(),
    queryFn: ({ signal }) => call(getPlanStatus, { signal }),
    enabled: user !== null,
    retry: (count, error) => count < 3 && !(error instanceof ApiError && error.status === 401),
  });
}

/** Billing's view of the plan: price, renewal and possible actions; fetched only for a signed-in user. */
export function usePlanCard() {
  const { user } = useSession();
  return useQuery({ ...read(getSubscription), enabled: user !== null });
}

/** Marks the cached user and plan as out of date. */
export async function invalidatePlan(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    client.invalidateQueries({ queryKey: readKey(getSubscription) }),
  ]);
}

/** Returns a function that refetches user and plan, for use after a payment, a promo code or an AI action. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => invalidatePlan(client), [client]);
}
