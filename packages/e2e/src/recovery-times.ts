/** Measures how long each fault stops a kind of request: until one that was sent after the fault is acknowledged. */
export class RecoveryTimes {
  readonly #now: () => number;
  #openFaults: number[] = [];
  /** Null before the first recovery. */
  #slowestMs: number | null = null;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Call this just before a process is killed. */
  faultBegins(): void {
    this.#openFaults.push(this.#now());
  }

  /** @param ms from the request, without earlier attempts, to its acknowledgement */
  acknowledged(ms: number): void {
    const now = this.#now();
    const isOver = (faultAt: number) => faultAt < now - ms;
    for (const faultAt of this.#openFaults.filter(isOver))
      this.#slowestMs = Math.max(this.#slowestMs ?? 0, now - faultAt);
    this.#openFaults = this.#openFaults.filter((faultAt) => !isOver(faultAt));
  }

  /** The longest recovery in milliseconds; Infinity while a fault has no later acknowledgement. */
  get slowestMs(): number {
    return this.#openFaults.length > 0 ? Infinity : Math.round(this.#slowestMs ?? 0);
  }

  /** The longest recovery as text, with the number of faults without a later acknowledgement. */
  describeSlowest(): string {
    const unmeasured = this.#openFaults.length;
    if (this.#slowestMs === null) return 'not measured';
    return `${Math.round(this.#slowestMs)} ms${unmeasured > 0 ? ` (${unmeasured} other not measured)` : ''}`;
  }
}
