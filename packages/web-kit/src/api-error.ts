import type { Problem } from '@inkbear/contracts/problem';

/** A failed call. `message` is `status: body`, for logs; show users `problem.message`. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;
  constructor(status: number, text: string, problem?: Problem) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
  }
}

/** Whether the session has ended; false for a wrong password, which is a 401 as well. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 401 &&
  (error.problem === undefined || error.problem.code === 'auth.signed_out');

/**
 * Whether a retry would not help, so that users need the reason: the server refused the request (4xx), or the AI declined
 * to write this.
 */
export const isRefusedByServer = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status < 500 || error.problem?.code === 'ai.refused');

/** Whether the requested resource does not exist, or belongs to another user. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The server's message for the user, or `fallback` without one (offline, an error page of a proxy). */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.problem !== undefined ? error.problem.message : fallback;

/**
 * Appends the request id to the text of a failure of the server; support finds it in logs and traces. A full queue (codes
 * that end with `busy`) is not a failure: trying again helps.
 */
export const withReference = (error: unknown, text: string): string =>
  error instanceof ApiError &&
  error.status >= 500 &&
  error.problem !== undefined &&
  !error.problem.code.endsWith('busy')
    ? `${text.replace(/[^.!?]$/, '$&.')} Reference: ${error.problem.requestId}`
    : text;

/** The server's error messages of single fields, by path. */
export const fieldErrorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries((error.problem?.errors ?? []).map(({ path, message }) => [path, message]))
    : {};

export async function errorFrom(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  return new ApiError(response.status, text === '' ? response.statusText : text, parseProblem(text));
}

export function parseProblem(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null;
    return typeof value?.message === 'string' ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}
