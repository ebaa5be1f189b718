/**
 * Returns the path if it is on this site, else `/`, so that `?next=` cannot redirect to another host. The result is
 * parsed twice, because normalising can turn a path into a host: `/.//example.com` becomes `//example.com`.
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
