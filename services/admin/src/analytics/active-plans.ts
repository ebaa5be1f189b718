/** One published state of a user's plan. `at` is system time, `endsAt` business time. */
export interface PlanChange {
  readonly userId: string;
  readonly at: Date;
  readonly isPro: boolean;
  readonly endsAt: Date | null;
}
/** A point in time on both clocks. */
export interface Moment {
  readonly business: Date;
  readonly system: Date;
}

/**
 * Counts the active Pro plans at each moment. A plan without an end event counts until its end date, and at most until
 * its user is removed. Changes must be added grouped by user, oldest first.
 */
export class ActivePlanCount {
  readonly #moments: readonly Moment[];
  readonly #removals: ReadonlyMap<string, Date>;
  readonly #counts: number[];
  #last: (PlanChange | null)[];
  #userId: string | null = null;

  /** @param removals when removed users were removed, by user id, in system time */
  constructor(moments: readonly Moment[], removals: ReadonlyMap<string, Date>) {
    this.#moments = moments;
    this.#removals = removals;
    this.#counts = moments.map(() => 0);
    this.#last = moments.map(() => null);
  }

  add(change: PlanChange): void {
    if (change.userId !== this.#userId) this.#closeUser();
    this.#userId = change.userId;
    for (const [index, { system }] of this.#moments.entries()) if (change.at < system) this.#last[index] = change;
  }

  /** Returns one count per moment. */
  end(): number[] {
    this.#closeUser();
    return this.#counts;
  }

  #closeUser(): void {
    const removedAt = this.#userId === null ? undefined : this.#removals.get(this.#userId);
    for (const [index, { business, system }] of this.#moments.entries()) {
      const known = this.#last[index];
      const isActiveUser = removedAt === undefined || removedAt >= system;
      if (isActiveUser && known?.isPro && (known.endsAt === null || known.endsAt > business))
        this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
    this.#last = this.#moments.map(() => null);
  }
}
