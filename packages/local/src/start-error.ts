/** An error that the user can fix: shown as a message without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
