import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { type RouteObject, useLocation, useRoutes } from 'react-router';
import type { RemoteName } from '../../../app/page-map.ts';
import { NotFoundPage } from '../../../app/routes/not-found.tsx';
import { PageWait } from '../../outline/components/page-wait.tsx';
import { useLoadFailure } from '../hooks/use-load-failure.ts';
import { useRemote } from '../hooks/use-remote.ts';
import { retryRemote } from '../remote-entries.ts';
import { LoadFailureNotice } from './load-failure-notice.tsx';
import { RemoteBoundary } from './remote-boundary.tsx';

/**
 * All pages of one remote, from the first request for its code to the page itself. What was said about a failure stands
 * until the page is there.
 */
export function RemotePages({ name }: { name: RemoteName }) {
  const { pathname } = useLocation();
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    retryRemote(name);
    setAttempt((count) => count + 1);
  }, [name]);
  const { failure, fail, arrive } = useLoadFailure(pathname, retry);
  const waiting = failure === null && <PageWait />;
  return (
    <>
      {failure !== null && <LoadFailureNotice failure={failure} onRetry={retry} />}
      <RemoteBoundary key={attempt} onFail={fail}>
        <Suspense fallback={waiting}>
          <RoutesOf name={name} waiting={waiting} onArrive={arrive} />
        </Suspense>
      </RemoteBoundary>
    </>
  );
}

function RoutesOf({ name, waiting, onArrive }: { name: RemoteName; waiting: ReactNode; onArrive: () => void }) {
  const remote = useRemote(name);
  return remote === null ? waiting : <Routes routes={remote.routes} onArrive={onArrive} />;
}

function Routes({ routes, onArrive }: { routes: RouteObject[]; onArrive: () => void }) {
  useEffect(onArrive, [onArrive]);
  return useRoutes([...routes, { path: '*', element: <NotFoundPage /> }]);
}
