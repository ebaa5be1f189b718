import { bodyLimits, type Route } from '@inkbear/contracts/route';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';

/** A browser reads an answer only once its body is gone, so a moderately large one is taken in and thrown away. */
const drainBytes = 24 * 1024 * 1024;
const drainMs = 10_000;

export const bodyLimitOf = (route: Route): number => bodyLimits[route.bodyLimit ?? 'small'];

/** Throws 413 when the announced size is over the limit. */
export async function refuseAnnouncedSize(req: IncomingMessage, limit: number): Promise<void> {
  const size = Number(req.headers['content-length'] ?? 0);
  if (size <= limit) return;
  if (size <= drainBytes) await drain(req);
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

/** For a body that does not announce its size: passes it on piece by piece and calls `onOver` at the first byte too many. */
export function countBody(
  req: IncomingMessage,
  limit: number,
  onOver: (problem: ProblemError) => void,
): Transform | undefined {
  if (req.headers['transfer-encoding'] === undefined) return undefined;
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= limit) return done(null, chunk);
      req.unpipe(counter);
      req.resume();
      onOver(new ProblemError('request.too_large'));
    },
  });
  return req.pipe(counter);
}
