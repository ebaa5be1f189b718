import { bodyLimits, type Route } from '@inkbear/contracts/route';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';

/** The size limit of a route's body in bytes. */
export const bodyLimitOf = (route: Route): number => bodyLimits[route.bodyLimit ?? 'small'];

/** The declared size of a body in bytes; the route's limit for a chunked body, whose size is unknown. */
export function bodyBytesOf(req: IncomingMessage, route: Route): number {
  if (req.headers['transfer-encoding'] !== undefined) return bodyLimitOf(route);
  return Number(req.headers['content-length'] ?? 0);
}

/** Throws 413 when the `Content-Length` of the request exceeds the limit. */
export function rejectDeclaredSize(req: IncomingMessage, limit: number): void {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new ProblemError('request.too_large');
}

/**
 * Limits a chunked body without `Content-Length`: returns a stream with the body, and calls `onExceeded` as soon as the
 * body exceeds the limit. Returns undefined for any other body.
 */
export function limitStreamedBody(
  req: IncomingMessage,
  limit: number,
  onExceeded: (problem: ProblemError) => void,
): Transform | undefined {
  if (req.headers['transfer-encoding'] === undefined) return undefined;
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= limit) return done(null, chunk);
      req.unpipe(counter);
      req.resume();
      onExceeded(new ProblemError('request.too_large'));
    },
  });
  return req.pipe(counter);
}
