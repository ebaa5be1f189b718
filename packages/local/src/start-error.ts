/** Something the person at the terminal can act on: shown as one sentence, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
