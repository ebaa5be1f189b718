import { useCallback, useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router-dom';
import { NotFoundPage } from '../not-found.tsx';
import { isLoadFailure } from './load-failure.ts';
import { PageFailureNotice } from './page-failure-notice.tsx';
import { retryWith } from './remote-entries.ts';

const retryForMs = 30_000;
const pauseMs = 2000;

/**
 * Shown where a page could not be loaded or has thrown; the rest of the shell keeps working. A failed load is retried
 * for 30 s. After that the files are gone, most likely because of a new release, and a reload is offered.
 */
export function PageError() {
  const { pathname } = useLocation();
  return <ErrorOfPage key={pathname} />;
}

function ErrorOfPage() {
  const error = useRouteError();
  const { retry, isLasting } = useRetries(error);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const loadFailure = isLasting ? 'lasting' : 'loading';
  return <PageFailureNotice failure={isLoadFailure(error) ? loadFailure : 'defect'} onRetry={retry} />;
}

function useRetries(error: unknown): { retry: () => void; isLasting: boolean } {
  const { revalidate } = useRevalidator();
  const [since] = useState(Date.now);
  const [retries, setRetries] = useState(0);
  const [isLasting, setLasting] = useState(false);
  const retry = useCallback(() => {
    void retryWith(revalidate).then(() => setRetries((count) => count + 1));
  }, [revalidate]);
  useEffect(() => {
    if (!isLoadFailure(error) || isLasting) return undefined;
    const timer = setTimeout(() => (Date.now() - since < retryForMs ? retry() : setLasting(true)), pauseMs);
    return () => clearTimeout(timer);
  }, [error, retries, isLasting, since, retry]);
  return { retry, isLasting };
}
