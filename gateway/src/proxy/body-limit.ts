import { bodyLimits, type Route } from '@inkbear/contracts/route';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';

/** Browsers read a response only after they have sent the whole body, so a body up to this size is read and discarded. */
const maxDrainBytes = 24 * 1024 * 1024;
const drainMs = 10_000;

/** The size limit of a route's body in bytes. */
export const bodyLimitOf = (route: Route): number => bodyLimits[route.bodyLimit ?? 'small'];

/** The declared size of a body in bytes; the route's limit for a chunked body, whose size is unknown. */
export function bodyBytesOf(req: IncomingMessage, route: Route): number {
  if (req.headers['transfer-encoding'] !== undefined) return bodyLimitOf(route);
  return Number(req.headers['content-length'] ?? 0);
}

/** Throws 413 when the `Content-Length` of the request exceeds the limit. */
export async function rejectDeclaredSize(req: IncomingMessage, limit: number): Promise<void> {
  const size = Number(req.headers['content-length'] ?? 0);
  if (size <= limit) return;
  if (size <= maxDrainBytes) await drain(req);
  throw new ProblemError('request.too_large');
}

async function drain(req: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, drainMs);
    req
      .once('close', resolve)
      .once('end', resolve)
      .once('error', () => resolve());
    req.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    req.resume();
  });
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
