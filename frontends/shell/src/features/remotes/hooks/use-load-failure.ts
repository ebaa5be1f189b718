import { useCallback, useEffect, useState } from 'react';
import { isLoadFailure } from '../load-failure.ts';

export interface LoadFailure {
  readonly page: string;
  readonly isLoad: boolean;
  readonly since: number;
  /** Tried for half a minute: the files are gone, most likely because of a new release. */
  readonly isLasting: boolean;
}

const retryForMs = 30_000;
const pauseMs = 2000;

/**
 * What failed, until it arrives. Code that did not come is asked for again by itself for 30 s; another page is another
 * chance.
 */
export function useLoadFailure(page: string, retry: () => void) {
  const [failure, setFailure] = useState<LoadFailure | null>(null);
  const fail = useCallback(
    (error: unknown) =>
      setFailure((before) => {
        const since = before?.since ?? Date.now();
        return { page, isLoad: isLoadFailure(error), since, isLasting: Date.now() - since >= retryForMs };
      }),
    [page],
  );
  const arrive = useCallback(() => setFailure(null), []);
  useEffect(() => {
    if (failure === null || !failure.isLoad || failure.isLasting) return undefined;
    const timer = setTimeout(retry, pauseMs);
    return () => clearTimeout(timer);
  }, [failure, retry]);
  useEffect(() => {
    if (failure !== null && failure.page !== page) retry();
  }, [failure, page, retry]);
  return { failure, fail, arrive };
}
