import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { adminReadsKey } from './admin-call.ts';
import { adminSession, useAdminSession } from './admin-session.ts';
import { expireSession } from './expire-session.ts';

/** setTimeout overflows above 24.8 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * Renders its children for an admin. Without a session it redirects to the login, and back to this URL afterwards;
 * cached replies are removed.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const session = useAdminSession();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const expiresAt = session?.expiresAt ?? null;
  useEffect(() => {
    if (expiresAt === null) return undefined;
    const timer = setTimeout(expireSession, Math.min(Math.max(expiresAt - Date.now(), 0), maxTimeoutMs));
    return () => clearTimeout(timer);
  }, [expiresAt]);
  useEffect(
    () => () => {
      if (adminSession.read() === null) client.removeQueries({ queryKey: adminReadsKey });
    },
    [client],
  );
  if (session !== null) return children;
  const address = pathname + search;
  const needsReturn = !adminSession.hasLoggedOut() && address !== '/admin';
  return <Navigate replace to={needsReturn ? `/admin/login?next=${encodeURIComponent(address)}` : '/admin/login'} />;
}
