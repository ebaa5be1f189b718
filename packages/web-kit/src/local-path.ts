/**
 * A path on this site, or `/`: another host must never hide in `?next=`. The result is parsed once more, because
 * normalising can make an address out of a path: `/.//example.com` becomes `//example.com`.
 */
export function localPath(value: string | null): string {
  const path = pathOnThisSite(value);
  return pathOnThisSite(path) === path ? path : '/';
}

function pathOnThisSite(value: string | null): string {
  if (value === null || !value.startsWith('/')) return '/';
  try {
    const url = new URL(value, window.location.origin);
    return url.origin === window.location.origin ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}
