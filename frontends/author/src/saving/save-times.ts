import type { Phase } from './save-model.ts';

/** In milliseconds. */
export const saveTimes = {
  /** The time without typing after which text is saved. */
  idle: 1000,
  /** The time between saves during continuous typing. */
  maxWait: 5000,
  journalDelay: 250,
  firstRetry: 1000,
  maxRetry: 30_000,
  maxJournalRetry: 5000,
  firstQuotaRetry: 30_000,
  maxQuotaRetry: 300_000,
} as const;

/** How long to wait before the next retry, with exponential backoff; null for phases that do not retry. */
export function retryDelay(phase: Phase): number | null {
  if (phase.name === 'retrying') return Math.min(saveTimes.firstRetry * 2 ** (phase.attempt - 1), saveTimes.maxRetry);
  if (phase.name === 'over-quota')
    return Math.min(saveTimes.firstQuotaRetry * 2 ** (phase.attempt - 1), saveTimes.maxQuotaRetry);
  return null;
}
