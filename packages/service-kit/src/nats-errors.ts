/** Whether JetStream answered that a stream, consumer or message does not exist. */
export const isNotFound = (error: unknown): boolean => apiErrorOf(error)?.code === 404;

/** Whether the server rejected an operation because this user lacks the permission. */
export const isForbidden = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'PERMISSIONS_VIOLATION';

function apiErrorOf(error: unknown): { code?: number } | undefined {
  if (typeof error !== 'object' || error === null || !('api_error' in error)) return undefined;
  return error.api_error as { code?: number } | undefined;
}
