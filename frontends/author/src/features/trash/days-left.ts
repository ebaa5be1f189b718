const dayMs = 86_400_000;

const daysLeft = (purgeAt: string, now: number): number => Math.ceil((Date.parse(purgeAt) - now) / dayMs);

/** The remaining time to restore an item, with a special text for the last day. */
export function daysLeftText(purgeAt: string, now: number): string {
  const days = daysLeft(purgeAt, now);
  if (days <= 0) return 'Deleted permanently within the hour';
  return days === 1 ? 'Last day' : `${days} days left`;
}

/** When the first of several items is deleted permanently, as a sentence. */
export function nextDeletionText(purgeAt: string, now: number): string {
  const days = daysLeft(purgeAt, now);
  if (days <= 0) return 'The next one is deleted permanently within the hour.';
  return days === 1 ? 'The next one is deleted within a day.' : `The next one is deleted in ${days} days.`;
}
