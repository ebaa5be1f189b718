import type { RequestHandler } from 'express';
import { actorOf, type Identity } from './identity.ts';
import type { PoolBound } from './metrics/attribute-values.ts';
import { metrics } from './metrics/metrics.ts';
import { ProblemError } from './problem.ts';

/** Bodies up to this size, in bytes, are not counted, so that ordinary saves are never refused. */
const uncountedBytes = 64 * 1024;
/**
 * Assumed, not measured: processing a body takes five times its size in memory, and a pod has about 250 MB of memory
 * for bodies.
 */
const defaultBudgetBytes = 48 * 1024 * 1024;

/**
 * What a body counts that is stored while it arrives, whatever its length: a piece that is filled, one that is written, and
 * the buffers of the connections.
 */
export const streamedBodyBytes = 1024 * 1024;

/** One caller gets at most this fraction of the budget, so that its slow uploads do not use it up. */
const shareOfBudget = 1 / 4;

/**
 * Limits the bytes of all large bodies that a process handles at the same time, so that parallel requests cannot
 * exhaust its memory. A body beyond the budget, or beyond the share of its caller, gets 503 `server.busy` before it is
 * read. A caller's first open body may exceed the share, which limits only the second and later ones.
 */
export class BodyBudget {
  readonly #budgetBytes: number;
  #usedBytes = 0;
  /** By caller; only of those that send a body. */
  readonly #usedBytesOf = new Map<string, number>();

  constructor(budgetBytes = defaultBudgetBytes) {
    this.#budgetBytes = budgetBytes;
  }

  /** Counts a body from its first byte until the reply was sent. A body of unknown size counts as `limit` bytes. */
  count(limit: number): RequestHandler {
    return (req, res, next) => {
      const isChunked = req.get('transfer-encoding') !== undefined;
      const bytes = isChunked ? limit : Math.min(limit, Number(req.get('content-length') ?? 0));
      if (bytes <= uncountedBytes) return next();
      const caller = actorOf(res.locals['identity'] as Identity);
      const usedByCaller = this.#usedBytesOf.get(caller) ?? 0;
      if (this.#usedBytes + bytes > this.#budgetBytes) throw refusal('total');
      if (usedByCaller > 0 && usedByCaller + bytes > this.#budgetBytes * shareOfBudget) throw refusal('share');
      this.#add(caller, bytes);
      res.once('close', () => this.#add(caller, -bytes));
      next();
    };
  }

  #add(caller: string, bytes: number): void {
    this.#usedBytes += bytes;
    const used = (this.#usedBytesOf.get(caller) ?? 0) + bytes;
    if (used === 0) this.#usedBytesOf.delete(caller);
    else this.#usedBytesOf.set(caller, used);
  }
}

function refusal(bound: PoolBound): ProblemError {
  metrics.count('inkbear.pool.refused', { pool: 'bodies', bound });
  return new ProblemError('server.busy', { retryAfterSeconds: 1 });
}
