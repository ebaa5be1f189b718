import { hasStreamedBody, isLongRoute, type Route } from '@inkbear/contracts/route';
import type { ServiceName } from '@inkbear/contracts/services';
import { waitForTurn } from '@inkbear/service-kit/event-loop-turn';
import { ProblemError } from '@inkbear/service-kit/problem';
import { currentTraceparent } from '@inkbear/service-kit/telemetry';
import type { Request, RequestHandler, Response } from 'express';
import type { IdentitySigner } from '../identity/identity-signer.ts';
import { rejectCrossSite } from '../security/cross-site.ts';
import type { Admission, Admitted } from './admission.ts';
import { bodyBytesOf, bodyLimitOf, rejectDeclaredSize } from './body-limit.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { DiscardedBodies } from './discarded-bodies.ts';
import type { Forwarder } from './forwarder.ts';
import { largeBodyBytes, type RequestsInFlight } from './requests-in-flight.ts';
import type { RouteTable } from './route-table.ts';
import type { Upstream } from './upstreams.ts';

export interface ApiOptions {
  readonly table: RouteTable;
  readonly upstreams: Readonly<Record<ServiceName, Upstream>>;
  readonly admission: Admission;
  readonly signer: IdentitySigner;
  readonly forwarder: Forwarder;
  readonly inFlight: Readonly<Record<ServiceName, RequestsInFlight>>;
  readonly discardedBodies: DiscardedBodies;
  readonly publicOrigin: string;
}

const defaultTimeoutMs = 15_000;
/**
 * Auth reads the session and device cookies, admin the consent and admin device cookies. Other services get no cookies.
 */
const cookieReaders = new Set<ServiceName>(['auth', 'admin']);

/**
 * Proxies `/api`: route lookup → cross-site check → admission (caller, rate, access) → body size → share of the
 * connections → sign identity and forward.
 */
export function createApi(options: ApiOptions): RequestHandler {
  return async (req, res, next) => {
    const pathname = pathOf(req);
    if (pathname !== '/api' && !pathname.startsWith('/api/')) return next();
    const route = options.table.find(req.method, pathname);
    if (!route) throw new ProblemError('request.not_found');
    res.locals['routeId'] = route.id;
    res.locals['route'] = route;
    const { admitted, isLong, endRequest } = await admit(options, route, req, res);
    try {
      await forwardToOwner(options, { route, isLong, admitted }, req, res);
    } finally {
      endRequest();
    }
  };
}

/** Admits a request and waits for its turn. The body of a refused one is read before the error is thrown. */
async function admit(
  { admission, inFlight, discardedBodies, publicOrigin }: ApiOptions,
  route: Route,
  req: Request,
  res: Response,
) {
  const bodyBytes = bodyBytesOf(req, route);
  if (bodyBytes >= largeBodyBytes) await waitForTurn();
  let caller = admission.addressOf(req);
  try {
    if (route.bodyKind !== 'raw') rejectCrossSite(req.method, req.headers, publicOrigin);
    const admitted = await admission.admit(route, req);
    caller = admitted.caller;
    rejectDeclaredSize(req, bodyLimitOf(route));
    // Long calls use a separate connection pool. The `Accept` header counts only on routes that can stream.
    const isStream = route.streams !== undefined && (req.get('accept') ?? '').includes('text/event-stream');
    const isLong = isLongRoute(route) || isStream;
    const isUpload = hasStreamedBody(route);
    const endRequest = await inFlight[route.owner].admit({ isUpload, isLong, caller, bodyBytes }, res);
    return { admitted, isLong, endRequest };
  } catch (error) {
    await discardedBodies.read(req, { caller, bodyBytes });
    throw error;
  }
}

async function forwardToOwner(
  { upstreams, signer, forwarder }: ApiOptions,
  { route, isLong, admitted: { identity, chain } }: { route: Route; isLong: boolean; admitted: Admitted },
  req: Request,
  res: Response,
): Promise<void> {
  const upstream = upstreams[route.owner];
  const timeoutMs = route.timeoutMs ?? defaultTimeoutMs;
  req.headers = forwardedHeaders(req.headers, {
    requestId: String(res.getHeader('x-request-id')),
    traceparent: currentTraceparent(),
    identity: signer.sign(identity, route.owner),
    chain,
    withCookies: cookieReaders.has(route.owner),
  });
  const agent = isLong ? upstream.longAgent : upstream.agent;
  await forwarder.forward(req, res, {
    target: upstream.target,
    agent,
    timeoutMs,
    bodyLimit: bodyLimitOf(route),
    onResponse: (response) => relaxCspForPdf(res, response.headers['content-type']),
  });
}

/** Chromium shows PDFs in an embedded viewer, which `object-src 'none'` would block. */
function relaxCspForPdf(res: Response, contentType: string | undefined): void {
  if (contentType?.startsWith('application/pdf')) res.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
}

/**
 * The path exactly as sent, neither decoded nor normalised, so that the gateway and the service see the same path. The
 * URL must be in origin form (`/path?query`).
 */
export function pathOf(req: Request): string {
  const { url } = req;
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
