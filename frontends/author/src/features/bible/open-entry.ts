import { useSyncExternalStore } from 'react';

interface OpenEntry {
  readonly bookId: string;
  readonly entryId: string;
}

let open: OpenEntry | null = null;
const listeners = new Set<() => void>();

/** Opens an entry in the story bible of its book, or with null the list of entries. */
export function openEntry(bookId: string, entryId: string | null): void {
  open = entryId === null ? null : { bookId, entryId };
  for (const listener of listeners) listener();
}

/** The id of the entry that is open in a book; null for the list. */
export const useOpenEntry = (bookId: string): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => (open?.bookId === bookId ? open.entryId : null),
  );
