import { isSignedOut, messageOf, withReference } from '@inkbear/web-kit/api-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';

/**
 * A handler that shows the failure of a request as a toast with this title, with the reference for support if there is
 * one. When the session has ended, the page itself says so.
 */
export const reportFailure =
  (title: string) =>
  (error: unknown): void => {
    if (!isSignedOut(error))
      showToast({
        title,
        description: withReference(error, messageOf(error, 'Please try again.')),
        tone: 'destructive',
      });
  };
