const dayMs = 86_400_000;

/** The remaining time to restore an item, with a special text for the last day. */
export function daysLeftText(purgeAt: string, now: number): string {
  const days = Math.ceil((Date.parse(purgeAt) - now) / dayMs);
  if (days <= 0) return 'Deleted permanently within the hour';
  return days === 1 ? 'Last day' : `${days} days left`;
}
