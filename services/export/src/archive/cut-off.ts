import type { Logger } from '@inkbear/service-kit/logger';
import type { RequestHandler } from 'express';

/**
 * Closes the connection of a download whose reader takes nothing for `stallMs`, or that has not ended after `deadlineMs`,
 * because it holds a slot meanwhile. Closing it aborts the request's signal. `stallMs` runs from the last byte that the
 * connection took, which is noticed after twice as long at most.
 */
export const cutOffSlowReader = ({ stallMs, deadlineMs, logger }: { stallMs: number; deadlineMs: number; logger: Logger }): RequestHandler => (_req, res, next) => {
  const startedAt = performance.now();
  const cutOff = (reason: 'stalled' | 'deadline'): void => {
    logger.warn({ reason, ms: Math.round(performance.now() - startedAt) }, 'archive_cut_off');
    res.destroy();
  };
  const deadline = setTimeout(() => cutOff('deadline'), deadlineMs).unref();
  res.setTimeout(stallMs, () => cutOff('stalled'));
  res.once('close', () => clearTimeout(deadline));
  next();
};
