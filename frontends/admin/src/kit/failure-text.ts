import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { SessionEndedError } from './session/admin-call.ts';

/** The server's message, or `fallback`; null when the session expired, because a toast was shown already. */
export const failureText = (error: unknown, fallback: string): string | null =>
  error === null || error instanceof SessionEndedError ? null : messageOf(error, fallback);

export function showFailureToast(error: unknown, fallback: string): void {
  const description = failureText(error, fallback);
  if (description !== null) showToast({ title: 'Error', description, tone: 'destructive' });
}
