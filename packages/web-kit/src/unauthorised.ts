import { isSignedOut } from './api-error.ts';
import { localPath } from './local-path.ts';
import { toast } from './toast.ts';

const redirectAfterMs = 500;

/** Where to sign in and then come back to. */
export const authPath = (next: string): string => `/auth?next=${encodeURIComponent(localPath(next))}`;

/** The session ended under an action: says so, then leads to the sign-in page and back. True when that was the error. */
export function handleUnauthorised(error: unknown, go: (path: string) => void = (path) => window.location.assign(path)): boolean {
  if (!isSignedOut(error)) return false;
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', tone: 'destructive' });
  setTimeout(() => go(authPath(window.location.pathname + window.location.search + window.location.hash)), redirectAfterMs);
  return true;
}
