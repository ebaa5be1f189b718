/** `just now`, `5m ago`, `3h ago`, or the date after a day. Arguments in milliseconds since 1970. */
export function relativeTime(then: number, now: number): string {
  const seconds = Math.floor((now - then) / 1000);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h ago`;
  return new Date(then).toLocaleDateString('en-GB');
}
