import { useSyncExternalStore } from 'react';
import { warnBeforeUnload } from './page-unload.ts';
import { guardSignOut } from './sign-out-guard.ts';
import { type OwnerChange, tabOwner } from './tab-owner.ts';
import { clearPersisted, persistOnPageHide, readPersisted, writePersisted } from './tab-storage.ts';

interface Behaviour<T> {
  /** Stops the work of a value when the user signs out. */
  readonly dispose?: (value: T) => void;
  /** Whether the value would be lost with the page, so that the browser must warn. */
  readonly needsUnloadWarning?: (value: T) => boolean;
  /** How values survive a reload; without it they do not. */
  readonly persistence?: {
    /** Unique name of this store. */
    readonly name: string;
    /** Undefined for a value that is not stored. */
    readonly toJson: (value: T) => unknown;
    readonly fromJson: (json: unknown) => T;
  };
}

/**
 * Values by name that live as long as the tab, independent of components. They belong to the signed-in user: a sign-out
 * deletes them; when a session expires, storable values are kept for the same user. A visitor's values move to the user
 * who signs in.
 */
export class SessionStore<T> {
  readonly #values = new Map<string, T>();
  readonly #listeners = new Set<() => void>();
  readonly #behaviour: Behaviour<T>;

  constructor(behaviour: Behaviour<T> = {}) {
    const { persistence, needsUnloadWarning } = behaviour;
    this.#behaviour = behaviour;
    this.#restore(tabOwner.current());
    this.#adoptVisitorValues();
    if (persistence) persistOnPageHide(persistence.name, () => this.#toJson());
    if (needsUnloadWarning) warnBeforeUnload(() => [...this.#values.values()].some(needsUnloadWarning));
    tabOwner.onChange((change) => this.#changeOwner(change));
    guardSignOut({
      save: () => Promise.resolve(true),
      discard: () => {
        this.#disposeAll();
        if (persistence) clearPersisted(persistence.name);
        this.#notify();
        return Promise.resolve();
      },
    });
  }

  get(name: string): T | undefined {
    return this.#values.get(name);
  }

  /** `undefined` removes the value. */
  set(name: string, value: T | undefined): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
    this.#notify();
  }

  /**
   * For work that may finish after the session of its user has ended: stores the value for that user and hides it from
   * others.
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
      this.#disposeAll();
    }
    this.#restore(to);
    this.#adoptVisitorValues();
    this.#notify();
  }

  /** Moves a visitor's values to the user who has signed in. */
  #adoptVisitorValues(): void {
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

  #disposeAll(): void {
    for (const value of this.#values.values()) this.#behaviour.dispose?.(value);
    this.#values.clear();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** One value of a store; re-renders when it changes. */
export const useSessionValue = <T>(store: SessionStore<T>, name: string): T | undefined =>
  useSyncExternalStore(store.subscribe, () => store.get(name));
