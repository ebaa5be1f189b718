import type { RequestHandler } from 'express';
import { metrics } from './metrics/metrics.ts';
import { ProblemError } from './problem.ts';

/** Bodies up to this size, in bytes, are not counted, so that ordinary saves are never refused. */
const uncountedBytes = 64 * 1024;
/**
 * Assumed, not measured: processing a body takes five times its size in memory, and a pod has about 250 MB of memory
 * for bodies.
 */
const defaultBudgetBytes = 48 * 1024 * 1024;

/** The budget has neither shares nor a queue, so a body is only ever refused by the bound of the total. */
const attributes = { pool: 'bodies', bound: 'total' } as const;

/**
 * Limits the bytes of all large bodies that a process handles at the same time, so that parallel requests cannot exhaust
 * its memory, whoever sends them. A body beyond the budget gets 503 `server.busy` before it is read.
 */
export class BodyBudget {
  readonly #budgetBytes: number;
  #usedBytes = 0;

  constructor(budgetBytes = defaultBudgetBytes) {
    this.#budgetBytes = budgetBytes;
  }

  /** Counts a body from its first byte until the reply was sent. A body of unknown size counts as `limit` bytes. */
  count(limit: number): RequestHandler {
    return (req, res, next) => {
      const isChunked = req.get('transfer-encoding') !== undefined;
      const bytes = isChunked ? limit : Math.min(limit, Number(req.get('content-length') ?? 0));
      if (bytes <= uncountedBytes) return next();
      if (this.#usedBytes + bytes > this.#budgetBytes) {
        metrics.count('inkbear.pool.refused', attributes);
        throw new ProblemError('server.busy', { retryAfterSeconds: 1 });
      }
      this.#usedBytes += bytes;
      res.once('close', () => (this.#usedBytes -= bytes));
      next();
    };
  }
}
