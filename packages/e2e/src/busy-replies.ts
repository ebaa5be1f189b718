import { isDeep } from '@inkbear/service-kit/testing/test-scale';

interface Reply {
  readonly status: number;
  /** The header, in seconds. */
  readonly retryAfter: string | null;
}

/**
 * Whether a server was too busy for a request and its reply says when to send it again. Runs of normal size share the
 * processors with other tests, so a request may reach its deadline (504) there.
 */
export const isBusy = ({ status, retryAfter }: Reply): boolean =>
  (status === 503 || (!isDeep && status === 504)) && Number(retryAfter) > 0;

/** Whether a reply to a hostile request is allowed: a refusal is; an internal error or a 503 without Retry-After is not. */
export const isAcceptable = (reply: Reply): boolean => (reply.status >= 200 && reply.status < 500) || isBusy(reply);
