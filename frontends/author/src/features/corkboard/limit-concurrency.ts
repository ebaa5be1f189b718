/** Runs at most `max` tasks at once; the others wait in order. A task whose signal is aborted while it waits never runs. */
export function limitConcurrency(max: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
    // A task that ends passes its place on, so `running` changes only when nobody waits.
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
