import { type ServiceName, serviceNames } from '@inkbear/contracts/services';
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
/** Streams and exports. Their services have queues of their own. */
const maxLongCallsPerCaller = 16;

const busy = () => new ProblemError('server.busy', { retryAfterSeconds: 1 });

/**
 * Limits the concurrent requests of each caller to each service, from the first byte of the forwarded request to the
 * last byte of the reply. So the connections to a service, which all callers share, cannot be held by one caller, whether
 * it sends many requests at once, uploads slowly or reads slowly. A free connection goes to the caller with the fewest
 * running requests.
 */
export class RequestsInFlight {
  readonly #short = mapServices(
    () =>
      new FairSlots({
        name: 'requests',
        slots: maxShortCalls,
        maxRunningPerShare: maxRunningPerCaller,
        maxWaiting,
        maxWaitingPerShare: maxWaitingPerCaller,
        full: busy,
      }),
  );
  readonly #long = mapServices(
    () =>
      new FairSlots({
        name: 'streams',
        slots: Infinity,
        maxRunningPerShare: maxLongCallsPerCaller,
        maxWaiting: 0,
        maxWaitingPerShare: 0,
        full: busy,
      }),
  );

  /**
   * Resolves with the function that ends the request, once it may be forwarded. `caller` is a user or an address.
   * @throws {ProblemError} 503 `server.busy` when too many requests wait, or after 5 s
   */
  async enter(
    { service, isLong, caller }: { service: ServiceName; isLong: boolean; caller: string },
    res: Response,
  ): Promise<() => void> {
    const slots = (isLong ? this.#long : this.#short)[service];
    return slots.tryAcquire(caller) ?? (await this.#wait(slots, caller, res));
  }

  async #wait(slots: FairSlots, share: string, res: Response): Promise<() => void> {
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort(busy());
    const timer = setTimeout(giveUp, maxWaitMs);
    res.once('close', giveUp);
    try {
      return await slots.acquire({ share, signal: waiting.signal });
    } finally {
      clearTimeout(timer);
      res.off('close', giveUp);
    }
  }
}

const mapServices = <T>(create: () => T): Readonly<Record<ServiceName, T>> =>
  Object.fromEntries(serviceNames.map((name) => [name, create()])) as Record<ServiceName, T>;
