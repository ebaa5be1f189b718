/**
 * Lets work that waits proceed one at a time, each in a turn of the event loop of its own. Without it hundreds of requests
 * that arrive at the same moment are processed in one turn, and a request that arrives next waits for all of them.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a turn in which no other caller of this method proceeds. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#proceed);
    });
  }

  readonly #proceed = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#proceed);
  };
}
