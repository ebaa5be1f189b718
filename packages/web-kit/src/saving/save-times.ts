/** Milliseconds. */
export const saveTimes = {
  pause: 1000,
  longest: 5000,
  journal: 250,
  firstRetry: 1000,
  lastRetry: 30_000,
  lastJournalRetry: 5000,
  firstQuotaRetry: 30_000,
  lastQuotaRetry: 300_000,
} as const;
