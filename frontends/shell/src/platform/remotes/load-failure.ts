/** Thrown when a remote's entry fails to load. */
export class RemoteNotLoaded extends Error {
  override name = 'RemoteNotLoaded';
}

/**
 * Whether code failed to load (an entry, a script or a stylesheet), so that a retry may help. Any other error is a
 * defect in loaded code.
 */
export function isLoadFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof RemoteNotLoaded ||
    error.name === 'ChunkLoadError' ||
    ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED')
  );
}
