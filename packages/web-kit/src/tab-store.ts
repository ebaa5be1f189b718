import { useSyncExternalStore } from 'react';
import { askBeforeLeaving, forgetLeft, leaveForNextPage, readLeft, writeLeft } from './leaving-page.ts';
import { guardSignOut } from './sign-out-guard.ts';
import { type OwnerChange, tabOwner } from './tab-owner.ts';

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

/**
 * Values by name that live as long as the tab, whichever component shows them. They belong to whoever is signed in: at sign-out they are
 * gone, and when a session ends by itself they wait, as far as they can be stored, for the same user. A visitor's go on under the name of
 * who signs in.
 */
export class TabStore<T> {
  readonly #values = new Map<string, T>();
  readonly #listeners = new Set<() => void>();
  readonly #behaviour: Behaviour<T>;

  constructor(behaviour: Behaviour<T> = {}) {
    const { left, mustStay } = behaviour;
    this.#behaviour = behaviour;
    this.#restore(tabOwner.current());
    this.#adoptVisitors();
    if (left) leaveForNextPage(left.name, () => this.#toJson());
    if (mustStay) askBeforeLeaving(() => [...this.#values.values()].some(mustStay));
    tabOwner.onChange((change) => this.#changeOwner(change));
    guardSignOut({
      save: () => Promise.resolve(true),
      forget: () => {
        this.#drop();
        if (left) forgetLeft(left.name);
        this.#notify();
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
    this.#notify();
  }

  /** For work that may end after its user's session: stores the value for that user instead of showing it to the next one. */
  setFor(owner: string, name: string, value: T): void {
    if (owner === tabOwner.current()) return this.set(name, value);
    const { left } = this.#behaviour;
    const json = left?.toJson(value);
    if (left && json !== undefined) writeLeft(left.name, owner, { ...readLeft(left.name, owner), [name]: json });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #changeOwner({ from, to }: OwnerChange): void {
    const { left } = this.#behaviour;
    if (from !== '') {
      if (left && to === '') writeLeft(left.name, from, this.#toJson());
      this.#drop();
    }
    this.#restore(to);
    this.#adoptVisitors();
    this.#notify();
  }

  /** A visitor has signed in: what was filled in belongs to that user from now on. */
  #adoptVisitors(): void {
    const { left } = this.#behaviour;
    if (left === undefined || tabOwner.current() === '') return;
    this.#restore('');
    writeLeft(left.name, '', {});
  }

  #restore(owner: string): void {
    const { left } = this.#behaviour;
    if (left === undefined) return;
    for (const [name, json] of Object.entries(readLeft(left.name, owner))) {
      if (!this.#values.has(name)) this.#values.set(name, left.fromJson(json));
    }
  }

  #toJson(): Record<string, unknown> {
    const { left } = this.#behaviour;
    const entries = [...this.#values].map(([name, value]) => [name, left?.toJson(value)] as const);
    return Object.fromEntries(entries.filter(([, json]) => json !== undefined));
  }

  #drop(): void {
    for (const value of this.#values.values()) this.#behaviour.end?.(value);
    this.#values.clear();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** One value of a store; renders when it changes. */
export const useTabValue = <T>(store: TabStore<T>, name: string): T | undefined =>
  useSyncExternalStore(store.subscribe, () => store.get(name));
