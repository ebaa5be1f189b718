import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of log or an event written deep inside a request wants to know about it. */
export interface RequestContext {
  readonly requestId: string;
  /** Who caused it: a user id, `admin:<sid>`, a service name or `visitor`. */
  actor: string;
  /** The kept-reply row of a request with an `Idempotency-Key`, and which try this is: a transaction marks it, so that a repeat after a crash does nothing twice. */
  idempotency?: { readonly id: string; readonly attempt: string };
}
export const requestContext = new AsyncLocalStorage<RequestContext>();
export const currentActor = (fallback: string): string => requestContext.getStore()?.actor ?? fallback;

/** Runs what a request does on the way and may do again: what is written then does not count as what was asked for, so a failure after it leaves the `Idempotency-Key` free. */
export async function withoutIdempotencyKey<T>(work: () => Promise<T>): Promise<T> {
  const scope = requestContext.getStore();
  return scope === undefined
    ? await work()
    : await requestContext.run({ requestId: scope.requestId, actor: scope.actor }, work);
}
