import { getPlanStatus, getUser, type User } from '@inkbear/contracts/auth/account';
import { getSubscription } from '@inkbear/contracts/billing/billing';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api.ts';
import { ApiError, isSignedOut } from './api-error.ts';
import { useBrowserValue } from './use-browser-value.ts';
import { read, readKey } from './read.ts';
import { sessionMark } from './session-mark.ts';
import { tabOwner } from './tab-owner.ts';
import { warnIfUnpersisted } from './unauthorised.ts';

/**
 * The signed-in user. Signed out is null, which the page of a visitor knows without asking, and so is a server that
 * cannot be reached when a page is opened, for it has nothing else to show then. Whoever was here already stays: only
 * the server's own 401 ends a session, not a failing line.
 */
export const sessionQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal, client, queryKey }): Promise<User | null> => {
    if (!sessionMark.isSet()) return setTabOwner(null);
    try {
      return setTabOwner(await call(getUser, { signal }));
    } catch (error) {
      if (signal.aborted) throw error;
      const known = client.getQueryData<User | null>(queryKey) ?? null;
      // A page that alone holds unsaved work stays as it is: without a user it would close the text.
      return isSignedOut(error) && (known === null || !warnIfUnpersisted()) ? setTabOwner(null) : known;
    }
  },
  retry: false,
  staleTime: 5 * 60_000,
});

/**
 * Says whose this tab is before anything on the page learns of it, so that nobody is shown what another user left here.
 */
function setTabOwner(user: User | null): User | null {
  tabOwner.set(user?.id ?? null);
  return user;
}

/** The session as it is known from now on, without asking: somebody signed in or out on this page. */
export const setSession = (client: QueryClient, user: User | null): void =>
  void client.setQueryData(sessionQuery.queryKey, setTabOwner(user));

export type Session =
  { state: 'loading'; user: null } | { state: 'signed-in'; user: User } | { state: 'signed-out'; user: null };

const isInBrowser = () => true;

/** Who is here. Safe to use anywhere: all of the page shares one answer. */
export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  // The answer may be here before a part of the page that was drawn without it has come alive.
  if (!useBrowserValue(isInBrowser, false)) return { state: 'loading', user: null };
  if (data) return { state: 'signed-in', user: data };
  return isPending ? { state: 'loading', user: null } : { state: 'signed-out', user: null };
}

/** The effective plan; asked only for a signed-in user. */
export function usePlanStatus() {
  const { user } = useSession();
  return useQuery({
    queryKey: ['user', 'plan-status'],
    queryFn: ({ signal }) => call(getPlanStatus, { signal }),
    enabled: user !== null,
    retry: (count, error) => count < 3 && !(error instanceof ApiError && error.status === 401),
  });
}

/**
 * What the plan costs, when it renews and what can be done about it, as billing knows it; asked only for a signed-in
 * user.
 */
export function usePlanCard() {
  const { user } = useSession();
  return useQuery({ ...read(getSubscription), enabled: user !== null });
}

/** What is believed about the user and the plan is old. */
export async function invalidatePlan(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    client.invalidateQueries({ queryKey: readKey(getSubscription) }),
  ]);
}

/** After paying, a promo code or an AI action: forget what was believed about the user and the plan. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => invalidatePlan(client), [client]);
}
