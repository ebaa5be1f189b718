import { ProblemError } from '@inkbear/service-kit/problem';
import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether another site started a state-changing request (CSRF). This is decided by `Sec-Fetch-Site`, or by `Origin` if
 * the former is missing or `same-site`.
 */
export function isCrossSite(method: string, headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  if (safeMethods.has(method)) return false;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  if (site === 'cross-site') return true;
  return headers.origin !== undefined && headers.origin !== publicOrigin;
}

/** Throws 403 for a state-changing request that another site started. */
export function rejectCrossSite(method: string, headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (isCrossSite(method, headers, publicOrigin)) throw new ProblemError('request.cross_site');
}
