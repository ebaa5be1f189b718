const dayMs = 86_400_000;

/** How long something can still be brought back; the last day is named as such. */
export function daysLeftText(purgeAt: string, now: number): string {
  const days = Math.ceil((Date.parse(purgeAt) - now) / dayMs);
  if (days <= 0) return 'Goes within the hour';
  return days === 1 ? 'Last day' : `${days} days left`;
}
