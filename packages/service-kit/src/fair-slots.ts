/** Rejects a waiter; made anew for each, so that every stack shows its own caller. */
type Refusal = () => Error;

interface Waiter {
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/** Kept while a share has running or waiting jobs. */
interface Share {
  running: number;
  waiters: Waiter[];
  /** Counts up with every job that starts; 0 until the share's first one. */
  servedAt: number;
}

interface FairSlotsOptions {
  /** Jobs that run at the same time. */
  readonly slots: number;
  /** Jobs of one share that run at the same time. Default: as many as there are slots. */
  readonly maxRunningPerShare?: number;
  /** Jobs that wait, of all shares together. */
  readonly maxWaiting: number;
  /** Jobs of one share that wait. */
  readonly maxWaitingPerShare: number;
  /** The error beyond either bound. */
  readonly full: Refusal;
}

export interface SlotRequest {
  /** Whose job this is, such as a user id. */
  readonly share: string;
  /** On abort the job leaves the queue; one that runs is not stopped. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A semaphore with bounded queues that divides its slots fairly over shares: a free slot goes to the waiting share with
 * the fewest running jobs, and among equals to the one that was served longest ago. So a user with a hundred jobs delays
 * another user's single job by the running jobs at most.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #mostPerShare: number;
  readonly #shares = new Map<string, Share>();
  #waiting = 0;
  #running = 0;
  #served = 0;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
    this.#mostPerShare = options.maxRunningPerShare ?? options.slots;
  }

  /** Jobs that wait now. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Jobs of this share that run now. */
  runningOf(share: string): number {
    return this.#shares.get(share)?.running ?? 0;
  }

  /**
   * Runs the work once a slot is free for its share; at once when one is.
   * @throws the `full` error at once when the queue or the share's part of it is full; the signal's reason on abort
   */
  async run<T>(turn: SlotRequest, work: () => Promise<T>): Promise<T> {
    const waiting = this.#enter(turn);
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      this.#finish(turn.share);
    }
  }

  /**
   * The same for work that outlives a call, such as a stream: answers how to release the slot. Releasing twice does nothing.
   * @throws as `run` does
   */
  async acquire(turn: SlotRequest): Promise<() => void> {
    const waiting = this.#enter(turn);
    if (waiting) await waiting;
    let isHeld = true;
    return () => {
      if (isHeld) this.#finish(turn.share);
      isHeld = false;
    };
  }

  /** Rejects every job that waits; running ones keep their slots. */
  refuseWaiting(refusal: Refusal): void {
    const waiters = [...this.#shares.values()].flatMap(({ waiters: each }) => each.splice(0));
    this.#waiting = 0;
    for (const name of [...this.#shares.keys()]) this.#forgetIdle(name);
    for (const { refuse } of waiters) refuse(refusal());
  }

  /** Takes a slot now, or answers when it has one. */
  #enter({ share, signal }: SlotRequest): Promise<void> | null {
    signal?.throwIfAborted();
    if (!this.#mayStart(share)) return this.#wait(share, signal);
    this.#start(share);
    return null;
  }

  #mayStart(name: string): boolean {
    return this.#running < this.#options.slots && (this.#shares.get(name)?.running ?? 0) < this.#mostPerShare;
  }

  #start(name: string): void {
    const share = this.#shareOf(name);
    this.#running += 1;
    this.#served += 1;
    share.running += 1;
    share.servedAt = this.#served;
  }

  /** Picks who is next before the finished job stops counting, so that its own share comes last among equals. */
  #finish(name: string): void {
    const next = this.#nextShare(name);
    this.#running -= 1;
    this.#shareOf(name).running -= 1;
    this.#forgetIdle(name);
    if (next === undefined) return;
    const waiter = this.#shareOf(next).waiters.shift();
    this.#waiting -= 1;
    this.#start(next);
    waiter?.enter();
  }

  #nextShare(finishing: string): string | undefined {
    let next: [name: string, share: Share] | undefined;
    for (const [name, share] of this.#shares) {
      const stillRunning = name === finishing ? share.running - 1 : share.running;
      if (share.waiters.length === 0 || stillRunning >= this.#mostPerShare) continue;
      const isBefore =
        next === undefined ||
        share.running < next[1].running ||
        (share.running === next[1].running && share.servedAt < next[1].servedAt);
      if (isBefore) next = [name, share];
    }
    return next?.[0];
  }

  async #wait(name: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitingPerShare, full } = this.#options;
    const waiters = this.#shares.get(name)?.waiters.length ?? 0;
    if (this.#waiting >= maxWaiting || waiters >= maxWaitingPerShare) throw full();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { enter: resolve, refuse: reject };
    this.#shareOf(name).waiters.push(waiter);
    this.#waiting += 1;
    const onAbort = (): void => {
      this.#remove(name, waiter);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #remove(name: string, waiter: Waiter): void {
    const { waiters } = this.#shareOf(name);
    const at = waiters.indexOf(waiter);
    if (at < 0) return this.#forgetIdle(name);
    waiters.splice(at, 1);
    this.#waiting -= 1;
    this.#forgetIdle(name);
  }

  #shareOf(name: string): Share {
    const share = this.#shares.get(name) ?? { running: 0, waiters: [], servedAt: 0 };
    this.#shares.set(name, share);
    return share;
  }

  #forgetIdle(name: string): void {
    const share = this.#shares.get(name);
    if (share?.running === 0 && share.waiters.length === 0) this.#shares.delete(name);
  }
}
