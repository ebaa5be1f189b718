import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { SessionEnded } from './session/admin-call.ts';

/** The server's sentence or `fallback`; null when the session ended, for that was said already. */
export const failureText = (error: unknown, fallback: string): string | null =>
  error === null || error instanceof SessionEnded ? null : messageOf(error, fallback);

/** Tells of an action that failed. */
export function tellFailure(error: unknown, fallback: string): void {
  const description = failureText(error, fallback);
  if (description !== null) showToast({ title: 'Error', description, tone: 'destructive' });
}
