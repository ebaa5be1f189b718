import { useSession } from '@inkbear/web-kit/session.tsx';
import { authPath } from '@inkbear/web-kit/unauthorised.ts';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isSigningOut } from './end-session.ts';
import { PageFallback } from '../skeleton/page-fallback.tsx';

/** Shows a page to a signed-in user only; a visitor is redirected to the sign-in page, and back afterwards. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const { state } = useSession();
  if (state === 'signed-in') return children;
  return (
    <>
      <PageFallback />
      {state === 'signed-out' && !isSigningOut() && <Navigate replace to={authPath(pathname + search + hash)} />}
    </>
  );
}
