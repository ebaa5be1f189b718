import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import type { Logger } from './logger.ts';

/** A batch job: how to list due items and how to process one of them. */
export interface Batch<T> {
  /** Stable name in the log, e.g. `purge-trash`. */
  readonly name: string;
  /** At most `limit` due items, longest waiting first. */
  readonly list: (limit: number) => Promise<readonly T[]>;
  readonly idOf: (item: T) => string;
  /** @param signal aborts when the process stops */
  readonly work: (item: T, signal: AbortSignal) => Promise<unknown>;
  /** Items processed in parallel; default 1. */
  readonly concurrency?: number;
  /** Page size; default 100. */
  readonly size?: number;
}

interface Failure {
  readonly count: number;
  readonly retryAt: number;
}

/** Delay before the first retry. Exported for tests that wait for it. */
export const firstRetryMs = 1000;
const maxRetryMs = 600_000;
/** Failures kept in memory; an evicted one is simply retried at the next run. */
const maxFailures = 10_000;
/** Upper bound of one list. If that many items fail, later items wait until some of them succeed. */
const maxListed = 10_000;
/** How many items `hasWork` lists. */
const peekLimit = 100;
/** While the first `peekLimit` items are all in backoff, `hasWork` reports later items at most once per interval. */
const deepScanIntervalMs = 60_000;

/**
 * Runs batch jobs. Each item is isolated and tried at most once per run: a failing item is logged as
 * `batch_item_failed` and retried with exponential backoff (1 s to 10 min) without blocking the others. Backoff is kept
 * in memory, so a new process retries at once.
 */
export class Batches {
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #failures = new LRUCache<string, Failure>({ max: maxFailures });
  /** When the next deep scan is due, by batch name. */
  readonly #deepScanAt = new Map<string, number>();

  constructor({ logger, now = Date.now }: { logger: Logger; now?: () => number }) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Whether any due item is not in backoff; one cheap read. */
  async hasWork<T>({ name, list, idOf }: Pick<Batch<T>, 'name' | 'list' | 'idOf'>): Promise<boolean> {
    const due = await list(peekLimit);
    if (due.some((item) => !this.#isWaiting(`${name}:${idOf(item)}`))) return true;
    if (due.length < peekLimit || this.#now() < (this.#deepScanAt.get(name) ?? 0)) return false;
    this.#deepScanAt.set(name, this.#now() + deepScanIntervalMs);
    return true;
  }

  /** Processes everything that is due, until the signal aborts. Returns the number of failed items. */
  async run<T>(batch: Batch<T>, signal = new AbortController().signal): Promise<number> {
    const { name, list, idOf, work, concurrency = 1, size = 100 } = batch;
    const tried = new Set<string>();
    let failed = 0;
    for (let limit = size; ;) {
      const due = await list(limit);
      const next = due.filter((item) => !tried.has(idOf(item)) && !this.#isWaiting(`${name}:${idOf(item)}`));
      for (const item of next) tried.add(idOf(item));
      const outcomes = await pMap(next, (item) => this.#attempt(name, idOf(item), () => work(item, signal)), {
        concurrency,
      });
      failed += outcomes.filter((isDone) => !isDone).length;
      if (due.length < limit || signal.aborted) return failed;
      if (next.length === 0 && limit >= maxListed) {
        this.#logger.error({ batch: name, listed: limit }, 'batch_blocked');
        return failed;
      }
      // Items that failed, are in backoff or are still due come first in the next list, so it must be longer by that
      // many.
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
      const retryInMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (count - 1));
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
