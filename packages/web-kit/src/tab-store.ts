import { useSyncExternalStore } from 'react';
import { guardSignOut } from './sign-out-guard.ts';

/** Values by name that live as long as the tab, whichever component shows them; when the user signs out they are gone. */
export class TabStore<T> {
  readonly #values = new Map<string, T>();
  readonly #listeners = new Set<() => void>();

  /** @param end ends what a value still does when the user signs out */
  constructor(end: (value: T) => void = () => undefined) {
    guardSignOut({
      save: () => Promise.resolve(true),
      forget: () => {
        for (const value of this.#values.values()) end(value);
        this.#values.clear();
        this.#tell();
        return Promise.resolve();
      },
    });
  }

  get(name: string): T | undefined {
    return this.#values.get(name);
  }

  /** `undefined` forgets. */
  set(name: string, value: T | undefined): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
    this.#tell();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** One value of a store; renders when it changes. */
export const useTabValue = <T>(store: TabStore<T>, name: string): T | undefined => useSyncExternalStore(store.subscribe, () => store.get(name));
