/**
 * How often loading code was retried. The count is on the window, because shell and remotes have their own copies of
 * this module; the build's retry plugin puts it into the URLs of scripts and stylesheets.
 */
const counter = globalThis as { __inkbearRetry?: number };

export const loadRetryCount = (): number => counter.__inkbearRetry ?? 0;

/**
 * Gives the next load of failed code another URL. With the same URL, a browser would wait for the earlier request,
 * which may hang.
 */
export function bumpRetryParam(): void {
  counter.__inkbearRetry = loadRetryCount() + 1;
}

/** Whether a script or a stylesheet failed to load, so that a retry may help. */
export const isCodeLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));
