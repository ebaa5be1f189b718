/** One told state of a user's plan; `at` is the system's time, `endsAt` business time. */
export interface PlanChange {
  readonly userId: string;
  readonly at: Date;
  readonly isPro: boolean;
  readonly endsAt: Date | null;
}
/** A moment on both clocks. */
export interface Moment {
  readonly business: Date;
  readonly system: Date;
}

/** Counts at each moment who had a Pro plan. A plan that simply ran out counts until its end, and no longer than its user is here. Changes come by user and, for each, oldest first. */
export class ActivePlanCount {
  readonly #moments: readonly Moment[];
  readonly #leavings: ReadonlyMap<string, Date>;
  readonly #counts: number[];
  #last: (PlanChange | null)[];
  #userId: string | null = null;

  /** @param leavings when users left who are gone, on the system's clock */
  constructor(moments: readonly Moment[], leavings: ReadonlyMap<string, Date>) {
    this.#moments = moments;
    this.#leavings = leavings;
    this.#counts = moments.map(() => 0);
    this.#last = moments.map(() => null);
  }

  add(change: PlanChange): void {
    if (change.userId !== this.#userId) this.#closeUser();
    this.#userId = change.userId;
    for (const [index, { system }] of this.#moments.entries()) if (change.at < system) this.#last[index] = change;
  }

  /** One number for each moment. */
  end(): number[] {
    this.#closeUser();
    return this.#counts;
  }

  #closeUser(): void {
    const leftAt = this.#userId === null ? undefined : this.#leavings.get(this.#userId);
    for (const [index, { business, system }] of this.#moments.entries()) {
      const known = this.#last[index];
      const isHere = leftAt === undefined || leftAt >= system;
      if (isHere && known?.isPro && (known.endsAt === null || known.endsAt > business))
        this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
    this.#last = this.#moments.map(() => null);
  }
}
