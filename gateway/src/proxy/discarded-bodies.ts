import type { IncomingMessage } from 'node:http';
import { FairSlots } from '@inkbear/service-kit/fair-slots';
import { ProblemError } from '@inkbear/service-kit/problem';

/**
 * Browsers read a reply only after they have sent the whole body. A longer body than this, in bytes, is not read. Files that
 * are a little too large for an import are, so that their author learns why.
 */
const maxBytes = 64 * 1024 * 1024;
/** Node.js reads the rest of a smaller body by itself when the reply is sent. */
const minBytes = 256 * 1024;
const readMs = 10_000;
const maxWaitMs = 5000;

/**
 * Reads the bodies of refused requests: at most one per caller and four in total at a time. Without this limit the
 * event loop would read hundreds of large bodies at once, and everybody's requests would wait for it.
 */
export class DiscardedBodies {
  readonly #slots = new FairSlots({
    name: 'discarded_bodies',
    slots: 4,
    maxRunningPerOwner: 1,
    maxWaiting: 2048,
    maxWaitingPerOwner: 512,
    maxWaitMs,
    createFullError: () => new ProblemError('server.busy', { retryAfterSeconds: 1 }),
  });

  /**
   * Resolves when the body has been read, so that the reply may be sent; also when the client is gone, or when reading
   * would take too long. Never rejects.
   * @param caller the user or the address
   * @param bodyBytes the declared size, or the limit of the route for a body of unknown size
   */
  async read(req: IncomingMessage, { caller, bodyBytes }: { caller: string; bodyBytes: number }): Promise<void> {
    if (bodyBytes < minBytes || bodyBytes > maxBytes || req.destroyed) return;
    const waiting = new AbortController();
    const leave = (): void => waiting.abort(new ProblemError('server.busy'));
    req.once('close', leave);
    const release = await this.#slots.acquire({ owner: caller, signal: waiting.signal }).catch(() => null);
    req.off('close', leave);
    if (!release) return;
    try {
      await readToEnd(req);
    } finally {
      release();
    }
  }
}

async function readToEnd(req: IncomingMessage): Promise<void> {
  if (req.readableEnded || req.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, readMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    req.once('close', end).once('end', end).once('error', end);
    req.resume();
  });
}
