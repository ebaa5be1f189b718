/** A path on this site, or `/`: another host must never hide in `?next=`. */
export function localPath(value: string | null): string {
  if (value === null || !value.startsWith('/')) return '/';
  try {
    const url = new URL(value, window.location.origin);
    return url.origin === window.location.origin ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}
