import { FairSlots } from '@inkbear/service-kit/fair-slots';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Response } from 'express';
import { maxShortCalls } from './upstreams.ts';

/** More than a browser's connections to one host over HTTP/1.1 (6). The other requests of a caller wait. */
const maxRunningPerCaller = 8;
const maxWaitingPerCaller = 64;
const maxWaiting = 2048;
/** A request that waits longer is refused, so that the reply stays within the deadline of the route. */
const maxWaitMs = 5000;
/**
 * A body of this size, in bytes, blocks the event loop of its service for several milliseconds, one of 2 MB for 20 to 80.
 * Two from one caller at once would delay all other requests by the sum.
 */
export const largeBodyBytes = 256 * 1024;
const maxLargePerCaller = 1;
/** Streams and exports. Their services have queues of their own. */
const maxLongCallsPerCaller = 16;
/**
 * Bodies that their service stores while they arrive. They take little memory, but may take minutes, and their service
 * writes them to the database.
 */
const maxUploadsPerCaller = 1;
const maxUploads = 16;

interface RequestToAdmit {
  /** Whether the service stores the body while it arrives. */
  readonly isUpload: boolean;
  readonly isLong: boolean;
  /** A user or an address. */
  readonly caller: string;
  /** The declared size, or the limit of the route for a body of unknown size. */
  readonly bodyBytes: number;
}

const busy = () => new ProblemError('server.busy', { retryAfterSeconds: 1 });

/**
 * Limits the concurrent requests of each caller to one service, from the first byte of the forwarded request to the
 * last byte of the reply. So one caller cannot hold the connections that all callers share, whether it sends many
 * requests at once, uploads slowly or reads slowly, and its large bodies do not keep the service's event loop busy. A
 * free connection goes to the caller with the fewest running requests.
 */
export class RequestsInFlight {
  readonly #short = new FairSlots({
    name: 'requests',
    slots: maxShortCalls,
    maxRunningPerOwner: maxRunningPerCaller,
    maxWaiting,
    maxWaitingPerOwner: maxWaitingPerCaller,
    maxWaitMs,
    createFullError: busy,
  });
  readonly #large = new FairSlots({
    name: 'large_requests',
    slots: maxShortCalls,
    maxRunningPerOwner: maxLargePerCaller,
    maxWaiting,
    maxWaitingPerOwner: maxWaitingPerCaller,
    maxWaitMs,
    createFullError: busy,
  });
  readonly #uploads = new FairSlots({
    name: 'uploads',
    slots: maxUploads,
    maxRunningPerOwner: maxUploadsPerCaller,
    maxWaiting: 0,
    maxWaitingPerOwner: 0,
    createFullError: busy,
  });
  readonly #long = new FairSlots({
    name: 'streams',
    slots: Infinity,
    maxRunningPerOwner: maxLongCallsPerCaller,
    maxWaiting: 0,
    maxWaitingPerOwner: 0,
    createFullError: busy,
  });

  /**
   * Resolves with the function that ends the request, once it may be forwarded.
   * @throws {ProblemError} 503 `server.busy` when too many requests wait, or after 5 s (10 s with a large body)
   */
  async admit({ isUpload, isLong, caller, bodyBytes }: RequestToAdmit, res: Response): Promise<() => void> {
    if (isUpload) return await this.#acquire(this.#uploads, caller, res);
    if (isLong) return await this.#acquire(this.#long, caller, res);
    if (bodyBytes < largeBodyBytes) return await this.#acquire(this.#short, caller, res);
    const endLarge = await this.#acquire(this.#large, caller, res);
    try {
      const endShort = await this.#acquire(this.#short, caller, res);
      return () => {
        endShort();
        endLarge();
      };
    } catch (error) {
      endLarge();
      throw error;
    }
  }

  async #acquire(slots: FairSlots, caller: string, res: Response): Promise<() => void> {
    return slots.tryAcquire(caller) ?? (await this.#wait(slots, caller, res));
  }

  /** A request whose client disconnects leaves the queue. */
  async #wait(slots: FairSlots, owner: string, res: Response): Promise<() => void> {
    if (res.closed) throw busy();
    const waiting = new AbortController();
    const leave = (): void => waiting.abort(busy());
    res.once('close', leave);
    try {
      return await slots.acquire({ owner, signal: waiting.signal });
    } finally {
      res.off('close', leave);
    }
  }
}
