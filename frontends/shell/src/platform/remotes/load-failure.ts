import { isCodeLoadFailure } from '@inkbear/web-kit/code-loading.ts';

/** Thrown when a remote's entry fails to load. */
export class RemoteNotLoaded extends Error {
  override name = 'RemoteNotLoaded';
}

/**
 * Whether code failed to load (an entry, a script or a stylesheet), so that a retry may help. Any other error is a
 * defect in loaded code.
 */
export const isLoadFailure = (error: unknown): boolean => error instanceof RemoteNotLoaded || isCodeLoadFailure(error);
