/** The listeners of a value that is kept outside of React, for `useSyncExternalStore`. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Returns the function that removes the listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
