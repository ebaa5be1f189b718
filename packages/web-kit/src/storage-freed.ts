import { getAiStorage, getBooksStorage, getFilesStorage, getStoriesStorage } from '@inkbear/contracts/storage';
import type { QueryClient } from '@tanstack/react-query';
import { readKey } from './read.ts';

// Sent as a window event like toasts, because each remote has its own copy of this module.
const eventName = 'inkbear:storage-freed';

/** Refreshes the storage figures and makes save queues retry what the quota refused. Call it after a deletion. */
export function notifyStorageFreed(client: QueryClient): void {
  void refreshStorage(client);
  window.dispatchEvent(new Event(eventName));
}

/** Invalidates the storage figures of all areas; figures on screen are refetched. */
export const refreshStorage = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [getBooksStorage, getStoriesStorage, getFilesStorage, getAiStorage].map((route) =>
      client.invalidateQueries({ queryKey: readKey(route), exact: true }),
    ),
  );

/** Returns the function that removes the listener. */
export function onStorageFreed(listener: () => void): () => void {
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
