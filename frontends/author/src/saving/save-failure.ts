import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';

/** The kinds of failures that the queue treats differently. */
export type SaveFailure =
  | { readonly kind: 'network' | 'busy' | 'signed-out' | 'stale' }
  | { readonly kind: 'invalid' | 'refused' | 'over-quota'; readonly message: string };

const quotaCodes: readonly (string | undefined)[] = ['books.quota_used', 'stories.quota_used'];

const failedText = 'Your latest changes could not be saved.';

export function readFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return { kind: 'network' };
  if (isSignedOut(error)) return { kind: 'signed-out' };
  const { status } = error;
  if (status === 412) return { kind: 'stale' };
  if (status === 400) return { kind: 'invalid', message: messageOf(error, failedText) };
  if (status >= 500 || status === 401 || status === 408 || status === 425 || status === 429) return { kind: 'busy' };
  const kind = quotaCodes.includes(error.problem?.code) ? 'over-quota' : 'refused';
  return { kind, message: messageOf(error, failedText) };
}
