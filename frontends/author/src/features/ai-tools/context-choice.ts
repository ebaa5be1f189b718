import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { useSyncExternalStore } from 'react';
import { Listeners } from '../../kit/listeners.ts';

/** The parts of a book that are left out of every request, and those that are always sent in full. */
export interface Choice {
  readonly exclude: string[];
  readonly pin: string[];
}

const none: Choice = { exclude: [], pin: [] };
const key = (bookId: string) => `inkbear-ai-context:${bookId}`;
const cache = new Map<string, Choice>();
const listeners = new Listeners();

/** The choice for each book, stored on this device; without browser storage, only until the page closes. */
export const contextChoice = {
  read: (bookId: string): Choice => {
    const choice = cache.get(bookId) ?? readStored(bookId);
    cache.set(bookId, choice);
    return choice;
  },
  save: (bookId: string, choice: Choice): void => {
    cache.set(bookId, choice);
    safeLocalStorage.set(key(bookId), JSON.stringify(choice));
    listeners.notify();
  },
};

export const useContextChoice = (bookId: string): Choice =>
  useSyncExternalStore(listeners.subscribe, () => contextChoice.read(bookId));

export const withExcluded = ({ exclude, pin }: Choice, id: string, isExcluded: boolean): Choice => ({
  exclude: [...exclude.filter((each) => each !== id), ...(isExcluded ? [id] : [])],
  pin,
});
export const withPinned = ({ exclude, pin }: Choice, id: string, isPinned: boolean): Choice => ({
  exclude,
  pin: [...pin.filter((each) => each !== id), ...(isPinned ? [id] : [])],
});

function readStored(bookId: string): Choice {
  try {
    const value = JSON.parse(safeLocalStorage.get(key(bookId)) ?? 'null') as Partial<Choice> | null;
    return value === null ? none : { exclude: ids(value.exclude), pin: ids(value.pin) };
  } catch {
    return none;
  }
}

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
