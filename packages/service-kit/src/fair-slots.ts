import type { PoolBound, PoolName } from './metrics/attribute-values.ts';
import { metrics } from './metrics/metrics.ts';

/** Creates the error that rejects a waiting job; a new one for each, so that every stack trace shows its own caller. */
type CreateError = () => Error;

interface Waiter {
  readonly enter: () => void;
  readonly reject: (error: Error) => void;
}

/** Exists only while the share has running or waiting jobs. */
interface Share {
  running: number;
  waiters: Waiter[];
  /** Sequence number of its last started job; 0 before the first one. */
  lastStartedSeq: number;
}

interface FairSlotsOptions {
  /** The name in metrics. */
  readonly name: PoolName;
  /** Maximum number of concurrent jobs. */
  readonly slots: number;
  /** Maximum number of concurrent jobs of one share. Default: `slots`. */
  readonly maxRunningPerShare?: number;
  /** Maximum queue length over all shares. */
  readonly maxWaiting: number;
  /** Maximum queue length of one share. */
  readonly maxWaitingPerShare: number;
  /** A job that waits longer is rejected as if its queue were full. Default: no limit. */
  readonly maxWaitMs?: number;
  /** Creates the error for a job that finds its queue full. */
  readonly full: CreateError;
}

export interface SlotRequest {
  /** The owner of the job for fair scheduling, such as a user id. */
  readonly share: string;
  /** On abort a waiting job leaves the queue; a running one is not stopped. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A semaphore with bounded queues and fair scheduling over shares. A free slot goes to the waiting share with the
 * fewest running jobs; ties go to the share that was served least recently. So a user with a hundred jobs delays
 * another user's single job by at most the jobs that are running already.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #maxRunningPerShare: number;
  readonly #attributes: { readonly pool: PoolName };
  readonly #shares = new Map<string, Share>();
  #waiting = 0;
  #running = 0;
  #startedSeq = 0;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
    this.#attributes = { pool: options.name };
    this.#maxRunningPerShare = options.maxRunningPerShare ?? options.slots;
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Number of running jobs of one share. */
  runningOf(share: string): number {
    return this.#shares.get(share)?.running ?? 0;
  }

  /**
   * Runs the work as soon as its share gets a slot.
   * @throws the `full` error when the queue of all or of this share is full, or after `maxWaitMs`; the signal's reason on
   * abort
   */
  async run<T>(request: SlotRequest, work: () => Promise<T>): Promise<T> {
    const waiting = this.#enter(request);
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      this.#finish(request.share);
    }
  }

  /**
   * Acquires a slot for work that outlives a call, such as a stream. Returns the function that releases it; calling
   * that twice is harmless.
   * @throws as `run` does
   */
  async acquire(request: SlotRequest): Promise<() => void> {
    const waiting = this.#enter(request);
    if (waiting) await waiting;
    return this.#createRelease(request.share);
  }

  /** Like `acquire`, but returns null instead of waiting. */
  tryAcquire(share: string): (() => void) | null {
    return this.#enterAtOnce(share) ? this.#createRelease(share) : null;
  }

  /** Rejects all waiting jobs; running ones keep their slots. */
  rejectWaiting(createError: CreateError): void {
    const waiters = [...this.#shares.values()].flatMap((share) => share.waiters.splice(0));
    this.#addWaiting(-waiters.length);
    for (const name of [...this.#shares.keys()]) this.#deleteIdle(name);
    for (const { reject } of waiters) reject(createError());
  }

  /** Returns null when the job got a slot at once, else a promise that resolves when it gets one. */
  #enter({ share, signal }: SlotRequest): Promise<void> | null {
    signal?.throwIfAborted();
    return this.#enterAtOnce(share) ? null : this.#wait(share, signal);
  }

  #enterAtOnce(share: string): boolean {
    if (!this.#canStart(share)) return false;
    metrics.record('inkbear.pool.wait.duration', this.#attributes, 0);
    this.#start(share);
    return true;
  }

  #createRelease(share: string): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.#finish(share);
      isHeld = false;
    };
  }

  #canStart(name: string): boolean {
    return this.#running < this.#options.slots && (this.#shares.get(name)?.running ?? 0) < this.#maxRunningPerShare;
  }

  #start(name: string): void {
    const share = this.#shareOf(name);
    this.#addRunning(1);
    this.#startedSeq += 1;
    share.running += 1;
    share.lastStartedSeq = this.#startedSeq;
  }

  /** Picks the next share while the finished job still counts as running, so that its own share loses ties. */
  #finish(name: string): void {
    const next = this.#nextShare(name);
    this.#addRunning(-1);
    this.#shareOf(name).running -= 1;
    this.#deleteIdle(name);
    if (next === undefined) return;
    const waiter = this.#shareOf(next).waiters.shift();
    this.#addWaiting(-1);
    this.#start(next);
    waiter?.enter();
  }

  #nextShare(finishing: string): string | undefined {
    let next: [name: string, share: Share] | undefined;
    for (const [name, share] of this.#shares) {
      const stillRunning = name === finishing ? share.running - 1 : share.running;
      if (share.waiters.length === 0 || stillRunning >= this.#maxRunningPerShare) continue;
      const isBefore =
        next === undefined ||
        share.running < next[1].running ||
        (share.running === next[1].running && share.lastStartedSeq < next[1].lastStartedSeq);
      if (isBefore) next = [name, share];
    }
    return next?.[0];
  }

  async #wait(name: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaitMs } = this.#options;
    const bound = this.#findFullBound(name);
    if (bound) throw this.#refuse(bound);
    const queuedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { enter: resolve, reject };
    this.#shareOf(name).waiters.push(waiter);
    this.#addWaiting(1);
    const leave = (error: Error): void => {
      this.#remove(name, waiter);
      reject(error);
    };
    const onAbort = (): void => leave(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => leave(this.#refuse('wait')), maxWaitMs);
    try {
      await promise;
      metrics.record('inkbear.pool.wait.duration', this.#attributes, (performance.now() - queuedAt) / 1000);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** The queue limit that another waiting job of this share would exceed; null if it may wait. */
  #findFullBound(name: string): PoolBound | null {
    const { slots, maxWaiting, maxWaitingPerShare } = this.#options;
    const isShareFull = (this.#shares.get(name)?.waiters.length ?? 0) >= maxWaitingPerShare;
    // While a slot is free, the job would wait only because its share runs its maximum, so its share refuses it.
    if (isShareFull && this.#running < slots) return 'share';
    if (this.#waiting >= maxWaiting) return 'total';
    return isShareFull ? 'share' : null;
  }

  #refuse(bound: PoolBound): Error {
    metrics.count('inkbear.pool.refused', { ...this.#attributes, bound });
    return this.#options.full();
  }

  #remove(name: string, waiter: Waiter): void {
    const { waiters } = this.#shareOf(name);
    const index = waiters.indexOf(waiter);
    if (index < 0) return this.#deleteIdle(name);
    waiters.splice(index, 1);
    this.#addWaiting(-1);
    this.#deleteIdle(name);
  }

  #addRunning(amount: number): void {
    this.#running += amount;
    metrics.add('inkbear.pool.running', this.#attributes, amount);
  }

  #addWaiting(amount: number): void {
    this.#waiting += amount;
    metrics.add('inkbear.pool.waiting', this.#attributes, amount);
  }

  #shareOf(name: string): Share {
    const share = this.#shares.get(name) ?? { running: 0, waiters: [], lastStartedSeq: 0 };
    this.#shares.set(name, share);
    return share;
  }

  #deleteIdle(name: string): void {
    const share = this.#shares.get(name);
    if (share?.running === 0 && share.waiters.length === 0) this.#shares.delete(name);
  }
}
