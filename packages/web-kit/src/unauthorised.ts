import { isSignedOut } from './api-error.ts';
import { hasUnpersisted } from './page-unload.ts';
import { localPath } from './local-path.ts';
import { showToast } from './toast.ts';

const redirectAfterMs = 500;
const warningMs = 60_000;

const signInPath = '/auth';

/** The sign-in page with the address to return to. */
export const authPath = (next: string): string => `${signInPath}?next=${encodeURIComponent(localPath(next))}`;

/**
 * Handles a 401 of a mutation, or of a read outside React Query: shows a toast, then opens the sign-in page with a
 * return address. A page with unpersisted work stays open; its author is asked to sign in from another tab. Returns
 * false for other errors.
 */
export function handleUnauthorised(
  error: unknown,
  go: (path: string) => void = (path) => window.location.assign(path),
): boolean {
  if (!isSignedOut(error)) return false;
  if (warnIfUnpersisted()) return true;
  toastSignedOut();
  setTimeout(() => {
    // A read that failed as well may have opened the sign-in page already.
    if (window.location.pathname === signInPath) return;
    // The author may have typed, or the storage may have failed, since the check above.
    if (!warnIfUnpersisted()) go(authPath(window.location.pathname + window.location.search + window.location.hash));
  }, redirectAfterMs);
  return true;
}

export const toastSignedOut = (): void =>
  showToast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', tone: 'destructive' });

/** Shows a warning and returns true when leaving this page would lose unsaved work. */
export function warnIfUnpersisted(): boolean {
  if (!hasUnpersisted()) return false;
  showToast({
    title: 'You are logged out',
    description:
      'Your latest changes are only on this page. Keep it open and sign in from another tab; they will be saved when you come back.',
    tone: 'destructive',
    durationMs: warningMs,
    action: { label: 'Sign in', run: () => void window.open('/auth', '_blank', 'noopener') },
  });
  return true;
}
