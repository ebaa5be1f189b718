import { useSyncExternalStore } from 'react';

const watchNetwork = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the browser has a network connection. */
export const useIsOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine);
