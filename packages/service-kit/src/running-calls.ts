/**
 * Creates its AbortSignal on first use: most handlers never read it, and creating one costs more than many handlers.
 */
export class LazyAbortController {
  #controller: AbortController | null = null;
  #end: { readonly reason: Error | undefined } | null = null;

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#end) this.#controller.abort(this.#end.reason);
    }
    return this.#controller.signal;
  }

  /** Without a reason the abort means that the client disconnected. */
  abort(reason?: Error): void {
    this.#end ??= { reason };
    this.#controller?.abort(reason);
  }
}

interface RunningCall {
  readonly work: Promise<unknown>;
  readonly callAbort: LazyAbortController;
}

/**
 * The calls in progress, so that a shutdown can abort them and wait for them. Uses an array with a free list instead of
 * a Map: when a busy Map grows, its old tables keep finished calls in memory until a full garbage collection.
 */
export class RunningCalls {
  readonly #slots: (RunningCall | null)[] = [];
  readonly #free: number[] = [];
  #reason: Error | null = null;

  /** Runs one call; `callAbort` is aborted by `abort`. */
  async run<T>(callAbort: LazyAbortController, work: () => Promise<T>): Promise<T> {
    if (this.#reason) callAbort.abort(this.#reason);
    const running = work();
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = { work: running, callAbort };
    try {
      return await running;
    } finally {
      this.#slots[slot] = null;
      this.#free.push(slot);
    }
  }

  /** Aborts all calls, also later ones. The reason distinguishes a shutdown from a disconnected client. */
  abort(reason: Error): void {
    this.#reason = reason;
    for (const { callAbort } of this.#running) callAbort.abort(reason);
  }

  /** Resolves when no call is in progress. */
  async whenIdle(): Promise<void> {
    while (this.#running.length > 0) await Promise.allSettled(this.#running.map(({ work }) => work));
  }

  get #running(): RunningCall[] {
    return this.#slots.filter((call) => call !== null);
  }
}
