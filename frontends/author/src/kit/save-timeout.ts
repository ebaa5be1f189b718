/** Timeout of a save in milliseconds, after which it is retried. */
const timeoutMs = 20_000;

/** Aborts a save, or the read before it, that gets no answer. */
export const saveTimeout = (): AbortSignal => AbortSignal.timeout(timeoutMs);
