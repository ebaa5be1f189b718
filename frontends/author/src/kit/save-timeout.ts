/** Milliseconds after which a save without an answer is aborted and retried. */
const timeoutMs = 20_000;

/** A signal that aborts a save, or the read before it, when the server does not answer. */
export const saveTimeout = (): AbortSignal => AbortSignal.timeout(timeoutMs);
