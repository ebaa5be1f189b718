import { rateClasses } from '@inkbear/contracts/rate-classes';
import type { RateClass } from '@inkbear/contracts/route';
import { ProblemError } from '@inkbear/service-kit/problem';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { StoredCounts } from './stored-counts.ts';

type Count = { rate: RateClass; key: string; points: number };

/** Counts what each caller does. Kept in memory; what was counted since the last look is handed on to the other gateways. */
export class RateLimits {
  readonly #limiters: ReadonlyMap<RateClass, RateLimiterMemory>;
  readonly #stored: StoredCounts;
  #fresh = new Map<string, Count>();

  constructor(
    stored: StoredCounts,
    classes: Readonly<Record<RateClass, { points: number; seconds: number; stored: boolean }>> = rateClasses,
  ) {
    this.#stored = stored;
    this.#limiters = new Map(
      Object.entries(classes)
        .filter(([, value]) => !value.stored)
        .map(([name, { points, seconds }]) => [
          name as RateClass,
          new RateLimiterMemory({ points, duration: seconds }),
        ]),
    );
  }

  /** Takes one try of this class; throws 429 with `Retry-After` when none is left. */
  async take(rate: RateClass, key: string): Promise<void> {
    const limiter = this.#limiters.get(rate);
    try {
      if (limiter) {
        this.#note(rate, key);
        await limiter.consume(key);
      } else {
        await this.#stored.take(rate, key);
      }
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new ProblemError('request.too_many', { retryAfterSeconds: refusal.msBeforeNext / 1000 });
    }
  }

  /** What was counted here since the last call. */
  takeFresh(): Count[] {
    const counts = [...this.#fresh.values()];
    this.#fresh = new Map();
    return counts;
  }

  /** What another gateway has counted; it never refuses by itself. */
  async merge(counts: readonly Count[]): Promise<void> {
    for (const { rate, key, points } of counts) await this.#limiters.get(rate)?.penalty(key, points);
  }

  #note(rate: RateClass, key: string): void {
    const slot = `${rate} ${key}`;
    const count = this.#fresh.get(slot);
    if (count) count.points += 1;
    else this.#fresh.set(slot, { rate, key, points: 1 });
  }
}
