import { ProblemError } from '@inkbear/service-kit/problem';
import { codeOf } from '../error-code.ts';

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** Nobody there → 503, too late → 504, anything else that a service did wrong → 502. */
export function toProxyProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = codeOf(error);
  if (unreachable.has(code)) return new ProblemError('server.unavailable', { cause: error });
  if (code === 'ETIMEDOUT') return new ProblemError('server.timeout', { cause: error });
  return new ProblemError('server.dependency', { cause: error });
}
