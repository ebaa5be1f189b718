import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import type { Logger } from './logger.ts';

/** One kind of work that a job does item by item. */
export interface Batch<T> {
  /** Stable name in the log, e.g. `purge-trash`. */
  readonly name: string;
  /** At most `limit` items that are due, those that have waited longest first. */
  readonly list: (limit: number) => Promise<readonly T[]>;
  readonly idOf: (item: T) => string;
  readonly work: (item: T) => Promise<unknown>;
  /** Items worked on at once; default 1. */
  readonly concurrency?: number;
  /** Items listed at once; default 100. */
  readonly size?: number;
}

interface Failure {
  readonly count: number;
  readonly retryAt: number;
}

/** Exported for tests that wait for it. */
export const firstRetryMs = 1000;
const longestRetryMs = 600_000;
/** Failures that are remembered; a forgotten one is simply retried at the next run. */
const maxFailures = 10_000;
/** The longest list of items. When so many fail, later items wait until some of them succeed. */
const maxListed = 10_000;
/** Items that `hasWork` lists. */
const peeked = 100;
/** When all of them wait for a retry, a run looks for later items once in so many milliseconds. */
const longLookEveryMs = 60_000;

/**
 * Runs batch jobs: each item by itself and at most once a run. One that fails is logged as `batch_item_failed`, retried with
 * exponential backoff (1 s to 10 min), and blocks no other. Backoff is kept in memory, so a new process retries at once.
 */
export class Batches {
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #failures = new LRUCache<string, Failure>({ max: maxFailures });
  /** When the next such run is due, by batch. */
  readonly #longLookAt = new Map<string, number>();

  constructor({ logger, now = Date.now }: { logger: Logger; now?: () => number }) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Whether anything is due that does not wait for its retry; one cheap read. */
  async hasWork<T>({ name, list, idOf }: Pick<Batch<T>, 'name' | 'list' | 'idOf'>): Promise<boolean> {
    const due = await list(peeked);
    if (due.some((item) => !this.#isWaiting(`${name}:${idOf(item)}`))) return true;
    if (due.length < peeked || this.#now() < (this.#longLookAt.get(name) ?? 0)) return false;
    this.#longLookAt.set(name, this.#now() + longLookEveryMs);
    return true;
  }

  /** Works on everything that is due. Answers how many items failed. */
  async run<T>(batch: Batch<T>): Promise<number> {
    const { name, list, idOf, work, concurrency = 1, size = 100 } = batch;
    const tried = new Set<string>();
    let failed = 0;
    for (let limit = size; ;) {
      const due = await list(limit);
      const next = due.filter((item) => !tried.has(idOf(item)) && !this.#isWaiting(`${name}:${idOf(item)}`));
      for (const item of next) tried.add(idOf(item));
      const outcomes = await pMap(next, (item) => this.#attempt(name, idOf(item), () => work(item)), { concurrency });
      failed += outcomes.filter((isDone) => !isDone).length;
      if (due.length < limit) return failed;
      if (next.length === 0 && limit >= maxListed) {
        this.#logger.error({ batch: name, listed: limit }, 'batch_blocked');
        return failed;
      }
      // Items that failed, wait or are still due fill the beginning of the next page: it is longer by as many.
      const grown = next.length === 0 ? limit * 2 : size + (due.length - next.length) + failed;
      limit = Math.min(grown, maxListed);
    }
  }

  async #attempt(name: string, itemId: string, work: () => Promise<unknown>): Promise<boolean> {
    const key = `${name}:${itemId}`;
    try {
      await work();
      this.#failures.delete(key);
      return true;
    } catch (err) {
      const count = (this.#failures.get(key)?.count ?? 0) + 1;
      const retryInMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (count - 1));
      this.#failures.set(key, { count, retryAt: this.#now() + retryInMs });
      this.#logger.error({ err, batch: name, itemId, attempt: count, retryInMs }, 'batch_item_failed');
      return false;
    }
  }

  #isWaiting(key: string): boolean {
    const failure = this.#failures.get(key);
    return failure !== undefined && failure.retryAt > this.#now();
  }
}
