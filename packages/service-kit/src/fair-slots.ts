import type { PoolBound, PoolName } from './metrics/attribute-values.ts';
import { metrics } from './metrics/metrics.ts';

/** Creates the error that rejects a waiting job; a new one for each, so that every stack trace shows its own caller. */
type CreateError = () => Error;

interface Waiter {
  readonly enter: () => void;
  readonly reject: (error: Error) => void;
}

/** Exists only while the owner has running or waiting jobs. */
interface OwnerState {
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
  /** Maximum number of concurrent jobs of one owner. Default: `slots`. */
  readonly maxRunningPerOwner?: number;
  /** Maximum queue length over all owners. */
  readonly maxWaiting: number;
  /** Maximum queue length of one owner. */
  readonly maxWaitingPerOwner: number;
  /** A job that waits longer is rejected as if its queue were full. Default: no limit. */
  readonly maxWaitMs?: number;
  /** Creates the error for a job that finds its queue full. */
  readonly createFullError: CreateError;
}

export interface SlotRequest {
  /** The owner of the job for fair scheduling, such as a user id. */
  readonly owner: string;
  /** On abort a waiting job leaves the queue; a running one is not stopped. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A semaphore with bounded queues and fair scheduling over owners. A free slot goes to the waiting owner with the
 * fewest running jobs; ties go to the owner that was served least recently. So a user with a hundred jobs delays
 * another user's single job by at most the jobs that are running already.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #maxRunningPerOwner: number;
  readonly #attributes: { readonly pool: PoolName };
  readonly #owners = new Map<string, OwnerState>();
  #waiting = 0;
  #running = 0;
  #startedSeq = 0;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
    this.#attributes = { pool: options.name };
    this.#maxRunningPerOwner = options.maxRunningPerOwner ?? options.slots;
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Number of running jobs of one owner. */
  runningOf(owner: string): number {
    return this.#owners.get(owner)?.running ?? 0;
  }

  /**
   * Runs the work as soon as its owner gets a slot.
   * @throws an error of `createFullError` when the queue of all or of this owner is full, or after `maxWaitMs`; the
   * signal's reason on abort
   */
  async run<T>(request: SlotRequest, work: () => Promise<T>): Promise<T> {
    const waiting = this.#enter(request);
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      this.#finish(request.owner);
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
    return this.#createRelease(request.owner);
  }

  /** Like `acquire`, but returns null instead of waiting. */
  tryAcquire(owner: string): (() => void) | null {
    return this.#enterAtOnce(owner) ? this.#createRelease(owner) : null;
  }

  /** Rejects all waiting jobs; running ones keep their slots. */
  rejectWaiting(createError: CreateError): void {
    const waiters = [...this.#owners.values()].flatMap(({ waiters: queued }) => queued.splice(0));
    this.#addWaiting(-waiters.length);
    for (const name of [...this.#owners.keys()]) this.#deleteIdle(name);
    for (const { reject } of waiters) reject(createError());
  }

  /** Returns null when the job got a slot at once, else a promise that resolves when it gets one. */
  #enter({ owner, signal }: SlotRequest): Promise<void> | null {
    signal?.throwIfAborted();
    return this.#enterAtOnce(owner) ? null : this.#wait(owner, signal);
  }

  #enterAtOnce(owner: string): boolean {
    if (!this.#canStart(owner)) return false;
    metrics.record('inkbear.pool.wait.duration', this.#attributes, 0);
    this.#start(owner);
    return true;
  }

  #createRelease(owner: string): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.#finish(owner);
      isHeld = false;
    };
  }

  #canStart(name: string): boolean {
    return this.#running < this.#options.slots && (this.#owners.get(name)?.running ?? 0) < this.#maxRunningPerOwner;
  }

  #start(name: string): void {
    const state = this.#stateOf(name);
    this.#addRunning(1);
    this.#startedSeq += 1;
    state.running += 1;
    state.lastStartedSeq = this.#startedSeq;
  }

  /** Picks the next owner while the finished job still counts as running, so that its own owner loses ties. */
  #finish(name: string): void {
    const next = this.#nextOwner(name);
    this.#addRunning(-1);
    this.#stateOf(name).running -= 1;
    this.#deleteIdle(name);
    if (next === undefined) return;
    const waiter = this.#stateOf(next).waiters.shift();
    this.#addWaiting(-1);
    this.#start(next);
    waiter?.enter();
  }

  #nextOwner(finishing: string): string | undefined {
    let next: [name: string, state: OwnerState] | undefined;
    for (const [name, state] of this.#owners) {
      const stillRunning = name === finishing ? state.running - 1 : state.running;
      if (state.waiters.length === 0 || stillRunning >= this.#maxRunningPerOwner) continue;
      const isBefore =
        next === undefined ||
        state.running < next[1].running ||
        (state.running === next[1].running && state.lastStartedSeq < next[1].lastStartedSeq);
      if (isBefore) next = [name, state];
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
    this.#stateOf(name).waiters.push(waiter);
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

  /** The queue limit that another waiting job of this owner would exceed; null if it may wait. */
  #findFullBound(name: string): PoolBound | null {
    const { slots, maxWaiting, maxWaitingPerOwner } = this.#options;
    const isOwnerFull = (this.#owners.get(name)?.waiters.length ?? 0) >= maxWaitingPerOwner;
    // While a slot is free, the job would wait only because its owner runs its maximum, so its owner refuses it.
    if (isOwnerFull && this.#running < slots) return 'share';
    if (this.#waiting >= maxWaiting) return 'total';
    return isOwnerFull ? 'share' : null;
  }

  #refuse(bound: PoolBound): Error {
    metrics.count('inkbear.pool.refused', { ...this.#attributes, bound });
    return this.#options.createFullError();
  }

  #remove(name: string, waiter: Waiter): void {
    const { waiters } = this.#stateOf(name);
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

  #stateOf(name: string): OwnerState {
    const state = this.#owners.get(name) ?? { running: 0, waiters: [], lastStartedSeq: 0 };
    this.#owners.set(name, state);
    return state;
  }

  #deleteIdle(name: string): void {
    const state = this.#owners.get(name);
    if (state?.running === 0 && state.waiters.length === 0) this.#owners.delete(name);
  }
}
