import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { Suspense, use, useState } from 'react';
import { useLocation, useRoutes } from 'react-router';
import type { RemoteName } from '../../../app/page-map.ts';
import { NotFoundPage } from '../../../app/routes/not-found.tsx';
import { remoteNamed, retryRemote } from '../remote-entries.ts';
import { RemoteBoundary } from './remote-boundary.tsx';

/** All pages of one remote, from the first request for its code to the page itself. */
export function RemotePages({ name }: { name: RemoteName }) {
  const { pathname } = useLocation();
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    retryRemote(name);
    setAttempt((count) => count + 1);
  };
  return (
    <RemoteBoundary resetKey={pathname} onRetry={retry}>
      <Suspense fallback={<PageSpinner />}><RoutesOf key={attempt} name={name} /></Suspense>
    </RemoteBoundary>
  );
}

function RoutesOf({ name }: { name: RemoteName }) {
  const { routes } = use(remoteNamed(name));
  return useRoutes([...routes, { path: '*', element: <NotFoundPage /> }]);
}
