import { ProblemError } from '@inkbear/service-kit/problem';
import type { IncomingHttpHeaders } from 'node:http';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Another site's page may not change anything here: `Sec-Fetch-Site` decides, and without it (or beside a neighbouring host) `Origin`. */
export function isCrossSite(method: string, headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  if (reading.has(method)) return false;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  if (site === 'cross-site') return true;
  return headers.origin !== undefined && headers.origin !== ownOrigin;
}

export function refuseCrossSite(method: string, headers: IncomingHttpHeaders, ownOrigin: string): void {
  if (isCrossSite(method, headers, ownOrigin)) throw new ProblemError('request.cross_site');
}
