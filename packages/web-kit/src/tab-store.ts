import { useSyncExternalStore } from 'react';
import { askBeforeLeaving, forgetLeft, leaveForNextPage, readLeft } from './leaving-page.ts';
import { guardSignOut } from './sign-out-guard.ts';

interface Behaviour<T> {
  /** Ends what a value still does when the user signs out. */
  readonly end?: (value: T) => void;
  /** Whether something would be lost with the page: then the browser asks first. */
  readonly mustStay?: (value: T) => boolean;
  /** What is there again when the page is loaded anew; without it nothing is. */
  readonly left?: {
    /** Of this store, among all. */
    readonly name: string;
    /** Undefined: this value ends with the page. */
    readonly toJson: (value: T) => unknown;
    readonly fromJson: (json: unknown) => T;
  };
}

/** Values by name that live as long as the tab, whichever component shows them; when the user signs out they are gone. */
export class TabStore<T> {
  readonly #values = new Map<string, T>();
  readonly #listeners = new Set<() => void>();

  constructor({ end, mustStay, left }: Behaviour<T> = {}) {
    if (left) {
      for (const [name, json] of Object.entries(readLeft(left.name))) this.#values.set(name, left.fromJson(json));
      leaveForNextPage(left.name, () => Object.fromEntries([...this.#values].map(([name, value]) => [name, left.toJson(value)]).filter(([, json]) => json !== undefined)) as Record<string, unknown>);
    }
    if (mustStay) askBeforeLeaving(() => [...this.#values.values()].some(mustStay));
    guardSignOut({
      save: () => Promise.resolve(true),
      forget: () => {
        for (const value of this.#values.values()) end?.(value);
        this.#values.clear();
        if (left) forgetLeft(left.name);
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
