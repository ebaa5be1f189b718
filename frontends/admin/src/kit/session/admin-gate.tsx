import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { adminSession, useAdminSession } from './admin-session.ts';
import { endSession } from './end-session.ts';

/** setTimeout holds no more than 24.8 days. */
const longestWaitMs = 2 ** 31 - 1;

/**
 * Shows its children to an admin; everyone else is led to the login, and back from there. What was read goes with the
 * session.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const session = useAdminSession();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const until = session?.until ?? null;
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(endSession, Math.min(Math.max(until - Date.now(), 0), longestWaitMs));
    return () => clearTimeout(timer);
  }, [until]);
  useEffect(
    () => () => {
      if (adminSession.read() === null) client.removeQueries({ queryKey: ['api', 'admin'] });
    },
    [client],
  );
  if (session !== null) return children;
  const here = pathname + search;
  return (
    <Navigate
      replace
      to={
        adminSession.wasLeft() || here === '/admin' ? '/admin/login' : `/admin/login?next=${encodeURIComponent(here)}`
      }
    />
  );
}
