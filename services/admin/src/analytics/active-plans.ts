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
  /** For each moment the last change of the current user before it. */
  #lastChanges: (PlanChange | null)[];
  #userId: string | null = null;

  /** @param removals when removed users were removed, by user id, in system time */
  constructor(moments: readonly Moment[], removals: ReadonlyMap<string, Date>) {
    this.#moments = moments;
    this.#removals = removals;
    this.#counts = moments.map(() => 0);
    this.#lastChanges = moments.map(() => null);
  }

  add(change: PlanChange): void {
    if (change.userId !== this.#userId) this.#countCurrentUser();
    this.#userId = change.userId;
    for (const [index, { system }] of this.#moments.entries())
      if (change.at < system) this.#lastChanges[index] = change;
  }

  /** Returns one count per moment. */
  finish(): number[] {
    this.#countCurrentUser();
    return this.#counts;
  }

  #countCurrentUser(): void {
    const removedAt = this.#userId === null ? undefined : this.#removals.get(this.#userId);
    for (const [index, { business, system }] of this.#moments.entries()) {
      const change = this.#lastChanges[index];
      const isUserPresent = removedAt === undefined || removedAt >= system;
      if (isUserPresent && change?.isPro && (change.endsAt === null || change.endsAt > business))
        this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
    this.#lastChanges = this.#moments.map(() => null);
  }
}
