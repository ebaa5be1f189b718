import { ProblemError } from '@inkbear/service-kit/problem';

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** The `code` of a system or library error (`ECONNRESET`), or an empty string. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Maps a proxy error to a problem: unreachable → 503, timeout → 504, any other failure of the service → 502. */
export function toProxyProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = codeOf(error);
  if (unreachable.has(code)) return new ProblemError('server.unavailable', { cause: error });
  if (code === 'ETIMEDOUT') return new ProblemError('server.timeout', { cause: error });
  return new ProblemError('server.dependency', { cause: error });
}
