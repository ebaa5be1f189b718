import { adminTokenHeader } from '@inkbear/contracts/auth/session-token';
import { identityHeader } from '@inkbear/service-kit/identity';
import type { IncomingHttpHeaders } from 'node:http';

/** Hop-by-hop headers, credentials for the gateway, and headers with which a client could pretend to be a proxy. */
const droppedHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
  'authorization',
  'cookie',
  adminTokenHeader,
  'x-request-id',
  'traceparent',
  'tracestate',
  'baggage',
  'forwarded',
  'via',
  'x-real-ip',
  'x-http-method-override',
  'x-original-url',
  'x-rewrite-url',
]);

export interface ForwardedContext {
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly identity: string | undefined;
  /** Client address first, then the proxies in front of the gateway. */
  readonly chain: readonly string[];
  /** Whether the service gets cookies; only auth and admin do. */
  readonly withCookies: boolean;
}

/**
 * Builds the headers for a service: the safe headers of the client, and the identity, trace and client address that the
 * gateway adds.
 */
export function forwardedHeaders(headers: IncomingHttpHeaders, context: ForwardedContext): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (droppedHeaders.has(name) || name.startsWith('x-inkbear-') || name.startsWith('x-forwarded-')) continue;
    forwarded[name] = headers[name];
  }
  if (context.withCookies && headers.cookie !== undefined) forwarded.cookie = headers.cookie;
  if (context.identity !== undefined) forwarded[identityHeader] = context.identity;
  if (context.traceparent !== null) forwarded['traceparent'] = context.traceparent;
  forwarded['x-request-id'] = context.requestId;
  forwarded['x-forwarded-for'] = context.chain.join(', ');
  return forwarded;
}

const droppedResponseHeaders = [
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'upgrade',
  'x-powered-by',
  'server',
  identityHeader,
];

/** Removes headers that concern only the connection to the service. */
export function cleanResponseHeaders(headers: IncomingHttpHeaders): void {
  for (const name of droppedResponseHeaders) delete headers[name];
}
