import { useSyncExternalStore } from 'react';
import { Listeners } from '../../kit/listeners.ts';

interface OpenEntry {
  readonly bookId: string;
  readonly entryId: string;
}

let open: OpenEntry | null = null;
const listeners = new Listeners();

/** Opens an entry in the story bible of its book, or with null the list of entries. */
export function openEntry(bookId: string, entryId: string | null): void {
  open = entryId === null ? null : { bookId, entryId };
  listeners.notify();
}

/** The id of the entry that is open in a book; null for the list. */
export const useOpenEntry = (bookId: string): string | null =>
  useSyncExternalStore(listeners.subscribe, () => (open?.bookId === bookId ? open.entryId : null));
