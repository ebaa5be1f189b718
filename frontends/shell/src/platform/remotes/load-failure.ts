/** A remote's own entry did not come. */
export class RemoteNotLoaded extends Error {
  override name = 'RemoteNotLoaded';
}

/**
 * Code did not come (an entry, a script or a stylesheet), which another try may heal; anything else is a defect of code
 * that did.
 */
export function isLoadFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof RemoteNotLoaded ||
    error.name === 'ChunkLoadError' ||
    ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED')
  );
}
