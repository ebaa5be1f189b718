import { adminTokenHeader } from '@inkbear/contracts/auth/session-token';
import { identityHeader } from '@inkbear/service-kit/identity';
import type { IncomingHttpHeaders } from 'node:http';

/** Hop headers, credentials that end here, and whatever a client could pretend to be a proxy with. */
const dropped = new Set([
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

export interface Hop {
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly identity: string | undefined;
  /** Client first, then the proxies in front of us. */
  readonly chain: readonly string[];
  /** Only auth and admin read cookies; everyone else gets none. */
  readonly withCookies: boolean;
}

/** What a service is told about a request: the client's own headers without the dangerous ones, and what the gateway knows. */
export function forwardedHeaders(headers: IncomingHttpHeaders, hop: Hop): IncomingHttpHeaders {
  const out: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (dropped.has(name) || name.startsWith('x-inkbear-') || name.startsWith('x-forwarded-')) continue;
    out[name] = headers[name];
  }
  if (hop.withCookies && headers.cookie !== undefined) out.cookie = headers.cookie;
  if (hop.identity !== undefined) out[identityHeader] = hop.identity;
  if (hop.traceparent !== null) out['traceparent'] = hop.traceparent;
  out['x-request-id'] = hop.requestId;
  out['x-forwarded-for'] = hop.chain.join(', ');
  return out;
}

const notAnswered = [
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'upgrade',
  'x-powered-by',
  'server',
  identityHeader,
];

/** Drops what concerns only the connection to the service. */
export function cleanAnswer(headers: IncomingHttpHeaders): void {
  for (const name of notAnswered) delete headers[name];
}
