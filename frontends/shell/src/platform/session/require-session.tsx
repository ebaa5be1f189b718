import { useSession } from '@inkbear/web-kit/session.tsx';
import { authPath } from '@inkbear/web-kit/unauthorised.ts';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isSigningOut } from './end-session.ts';
import { PageWait } from '../skeleton/page-wait.tsx';

/** Shows a page to a signed-in user only; anyone else is sent to the sign-in page, and back after it. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const { state } = useSession();
  if (state === 'signed-in') return children;
  return (
    <>
      <PageWait />
      {state === 'signed-out' && !isSigningOut() && <Navigate replace to={authPath(pathname + search + hash)} />}
    </>
  );
}
