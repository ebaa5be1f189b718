/** The calls a service is busy with, so that its end can tell them and wait for them. */
export class RunningCalls {
  readonly #running = new Map<Promise<unknown>, AbortController>();
  #reason: Error | null = null;

  /** Runs the work of one call; `gone` is aborted when the service gives its calls up. */
  async run<T>(gone: AbortController, work: () => Promise<T>): Promise<T> {
    if (this.#reason) gone.abort(this.#reason);
    const running = work();
    this.#running.set(running, gone);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Aborts every call, with a reason that tells it from a client who went away. */
  abort(reason: Error): void {
    this.#reason = reason;
    for (const gone of this.#running.values()) gone.abort(reason);
  }

  /** Resolves when no handler is at work any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.keys());
  }
}
