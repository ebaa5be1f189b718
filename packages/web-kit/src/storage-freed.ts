import { getAiStorage, getBooksStorage, getStoriesStorage } from '@inkbear/contracts/storage';
import type { QueryClient } from '@tanstack/react-query';
import { readKey } from './read.ts';

// An event of the window, like a toast: each remote carries its own copy of this file.
const eventName = 'inkbear:storage-freed';

/**
 * Marks the storage figures as stale and lets the save queues retry what the quota refused. Call it after something was
 * deleted.
 */
export function notifyStorageFreed(client: QueryClient): void {
  void refreshStorage(client);
  window.dispatchEvent(new Event(eventName));
}

/** Marks the storage figures of books, stories and AI results as stale; those on screen are read again. */
export const refreshStorage = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [getBooksStorage, getStoriesStorage, getAiStorage].map((route) =>
      client.invalidateQueries({ queryKey: readKey(route), exact: true }),
    ),
  );

/** Returns the function that removes the listener. */
export function onStorageFreed(listener: () => void): () => void {
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
