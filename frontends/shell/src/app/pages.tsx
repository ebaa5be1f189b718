import { useSession } from '@inkbear/web-kit/session.tsx';
import { authPath } from '@inkbear/web-kit/unauthorised.ts';
import { Navigate, useLocation } from 'react-router';
import { PageWait } from '../features/outline/components/page-wait.tsx';
import { RemotePages } from '../features/remotes/components/remote-pages.tsx';
import { needsSession, remoteOf } from './page-map.ts';
import { AccountPage } from './routes/account.tsx';
import { AuthPage } from './routes/auth.tsx';
import { NotFoundPage } from './routes/not-found.tsx';

/** The page of the current address. */
export function Pages() {
  const { pathname, search, hash } = useLocation();
  const { state } = useSession();
  if (pathname === '/auth') return <AuthPage />;
  if (pathname === '/reviews') return <Navigate replace to="/#reviews" />;
  if (needsSession(pathname) && state !== 'signed-in') {
    return state === 'loading' ? <PageWait /> : <Navigate replace to={authPath(pathname + search + hash)} />;
  }
  if (pathname === '/account') return <AccountPage />;
  const remote = remoteOf(pathname);
  return remote === null ? <NotFoundPage /> : <RemotePages key={remote} name={remote} />;
}
