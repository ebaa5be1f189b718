import { useEffect } from 'react';
import { documents } from '../documents.ts';

/** Asks before the tab closes while something is truly unsaved, and tries again as soon as the network is back. */
export function useSafeLeaving(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => { if (documents.mustNotClose()) event.preventDefault(); };
    const retry = () => documents.retryAll();
    const hide = () => { if (document.visibilityState === 'hidden') void documents.flushAll(); };
    window.addEventListener('beforeunload', ask);
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', hide);
    };
  }, []);
}
