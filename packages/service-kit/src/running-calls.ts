/** Whether anybody still waits for a call. Its signal is made when somebody asks for it: most handlers never do, and it costs more than many of them. */
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

  /** Without a reason: the client went away. */
  abort(reason?: Error): void {
    this.#end ??= { reason };
    this.#controller?.abort(reason);
  }
}

interface RunningCall {
  readonly work: Promise<unknown>;
  readonly clientGone: LazyAbortController;
}

/**
 * The calls a service is busy with, so that its end can tell them and wait for them. In a list with free places and not in a Map:
 * the tables that a busy Map outgrows hold the calls that were in them until a full collection.
 */
export class RunningCalls {
  readonly #places: (RunningCall | null)[] = [];
  readonly #free: number[] = [];
  #reason: Error | null = null;

  /** Runs the work of one call; `clientGone` is aborted when the service gives its calls up. */
  async run<T>(clientGone: LazyAbortController, work: () => Promise<T>): Promise<T> {
    if (this.#reason) clientGone.abort(this.#reason);
    const running = work();
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = { work: running, clientGone };
    try {
      return await running;
    } finally {
      this.#places[place] = null;
      this.#free.push(place);
    }
  }

  /** Aborts every call, with a reason that tells it from a client who went away. */
  abort(reason: Error): void {
    this.#reason = reason;
    for (const { clientGone } of this.#running) clientGone.abort(reason);
  }

  /** Resolves when no handler is at work any more. */
  async settled(): Promise<void> {
    while (this.#running.length > 0) await Promise.allSettled(this.#running.map(({ work }) => work));
  }

  get #running(): RunningCall[] {
    return this.#places.filter((call) => call !== null);
  }
}
