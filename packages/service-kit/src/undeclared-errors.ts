import { errorsOf } from '@inkbear/contracts/route-errors';
import type { Route } from '@inkbear/contracts/route';
import type { Response } from 'express';
import type { Logger } from './logger.ts';
import type { ProblemError } from './problem.ts';

/** Receives each reply whose error code the contract of its route does not declare. */
export type OnUndeclaredError = (route: Route, problem: ProblemError) => void;

/** Logs an undeclared error code; the reply is sent unchanged. In tests such a code fails the test instead. */
export const logUndeclaredError =
  (logger: Logger): OnUndeclaredError =>
  ({ id }, { code }) =>
    logger.warn({ route: id, code }, 'undeclared_error_code');

/** Compares an error with the contract of the matched route, `res.locals.route`. */
export function reportUndeclaredError(res: Response, problem: ProblemError, report: OnUndeclaredError): void {
  const route = res.locals['route'] as Route | undefined;
  // Every route refuses an identity that no process has signed, the public ones too.
  if (!route || problem.code === 'auth.signed_out' || errorsOf(route).includes(problem.code)) return;
  report(route, problem);
}
