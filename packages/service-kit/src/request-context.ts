import { AsyncLocalStorage } from 'node:async_hooks';

/** Request-scoped data for log lines and events. */
export interface RequestContext {
  readonly requestId: string;
  /** The actor: a user id, `admin:<sid>`, a service name or `visitor`. */
  actor: string;
  /**
   * The `idempotency_keys` row of the request and its attempt. Transactions mark the row as committed, so that a repeat
   * after a crash does nothing twice.
   */
  idempotency?: { readonly id: string; readonly attempt: string };
  /**
   * True after the request was refused because the database was unavailable. Its work, which may still wait for the
   * database, begins and commits no transaction any more: a refused save must not be stored later, over newer text.
   */
  isRefused?: boolean;
}
export const requestContext = new AsyncLocalStorage<RequestContext>();
export const currentActor = (fallback: string): string => requestContext.getStore()?.actor ?? fallback;

/**
 * Runs a preparatory step that may be repeated. Its writes do not mark the request's `Idempotency-Key` as committed, so
 * the key stays usable if a later step fails.
 */
export async function withoutIdempotencyKey<T>(work: () => Promise<T>): Promise<T> {
  const scope = requestContext.getStore();
  return scope === undefined
    ? await work()
    : await requestContext.run({ requestId: scope.requestId, actor: scope.actor }, work);
}
