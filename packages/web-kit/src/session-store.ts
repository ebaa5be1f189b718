import { useSyncExternalStore } from 'react';
import { warnBeforeUnload, clearPersisted, persistOnPageHide, readPersisted, writePersisted } from './page-unload.ts';
import { guardSignOut } from './sign-out-guard.ts';
import { type OwnerChange, tabOwner } from './tab-owner.ts';

interface Behaviour<T> {
  /** Ends what a value still does when the user signs out. */
  readonly dispose?: (value: T) => void;
  /** Whether something would be lost with the page: then the browser asks first. */
  readonly needsUnloadWarning?: (value: T) => boolean;
  /** What is there again when the page is loaded anew; without it nothing is. */
  readonly persistence?: {
    /** Of this store, among all. */
    readonly name: string;
    /** Undefined: this value ends with the page. */
    readonly toJson: (value: T) => unknown;
    readonly fromJson: (json: unknown) => T;
  };
}

/**
 * Values by name that live as long as the tab, whichever component shows them. They belong to whoever is signed in: at
 * sign-out they are gone, and when a session ends by itself they wait, as far as they can be stored, for the same user.
 * A visitor's go on under the name of who signs in.
 */
export class SessionStore<T> {
  readonly #values = new Map<string, T>();
  readonly #listeners = new Set<() => void>();
  readonly #behaviour: Behaviour<T>;

  constructor(behaviour: Behaviour<T> = {}) {
    const { persistence, needsUnloadWarning } = behaviour;
    this.#behaviour = behaviour;
    this.#restore(tabOwner.current());
    this.#adoptVisitors();
    if (persistence) persistOnPageHide(persistence.name, () => this.#toJson());
    if (needsUnloadWarning) warnBeforeUnload(() => [...this.#values.values()].some(needsUnloadWarning));
    tabOwner.onChange((change) => this.#changeOwner(change));
    guardSignOut({
      save: () => Promise.resolve(true),
      forget: () => {
        this.#drop();
        if (persistence) clearPersisted(persistence.name);
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

  /**
   * For work that may end after its user's session: stores the value for that user instead of showing it to the next
   * one.
   */
  setFor(owner: string, name: string, value: T): void {
    if (owner === tabOwner.current()) return this.set(name, value);
    const { persistence } = this.#behaviour;
    const json = persistence?.toJson(value);
    if (persistence && json !== undefined)
      writePersisted(persistence.name, owner, { ...readPersisted(persistence.name, owner), [name]: json });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #changeOwner({ from, to }: OwnerChange): void {
    const { persistence } = this.#behaviour;
    if (from !== '') {
      if (persistence && to === '') writePersisted(persistence.name, from, this.#toJson());
      this.#drop();
    }
    this.#restore(to);
    this.#adoptVisitors();
    this.#notify();
  }

  /** A visitor has signed in: what was filled in belongs to that user from now on. */
  #adoptVisitors(): void {
    const { persistence } = this.#behaviour;
    if (persistence === undefined || tabOwner.current() === '') return;
    this.#restore('');
    writePersisted(persistence.name, '', {});
  }

  #restore(owner: string): void {
    const { persistence } = this.#behaviour;
    if (persistence === undefined) return;
    for (const [name, json] of Object.entries(readPersisted(persistence.name, owner))) {
      if (!this.#values.has(name)) this.#values.set(name, persistence.fromJson(json));
    }
  }

  #toJson(): Record<string, unknown> {
    const { persistence } = this.#behaviour;
    const entries = [...this.#values].map(([name, value]) => [name, persistence?.toJson(value)] as const);
    return Object.fromEntries(entries.filter(([, json]) => json !== undefined));
  }

  #drop(): void {
    for (const value of this.#values.values()) this.#behaviour.dispose?.(value);
    this.#values.clear();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** One value of a store; renders when it changes. */
export const useSessionValue = <T>(store: SessionStore<T>, name: string): T | undefined =>
  useSyncExternalStore(store.subscribe, () => store.get(name));
