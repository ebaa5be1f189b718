import type { SaveQueue } from '../../../saving/save-queue.ts';
import type { SaveView } from '../../../saving/save-view.ts';
import { useSyncExternalStore } from 'react';

/** Selects one value of a document's save state; renders only when that value changes. */
export const useSaveFact = <T>(queue: SaveQueue, pick: (view: SaveView) => T): T =>
  useSyncExternalStore(queue.subscribe, () => pick(queue.view()));

const watchNetwork = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};
export const useIsOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine);
