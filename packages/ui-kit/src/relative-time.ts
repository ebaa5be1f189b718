/** just now, Nm ago, Nh ago, else the date. */
export function relativeTime(then: number, now: number): string {
  const seconds = Math.floor((now - then) / 1000);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h ago`;
  return new Date(then).toLocaleDateString('en-GB');
}
