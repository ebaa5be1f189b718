import { performance } from 'node:perf_hooks';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { SpanKind } from '@opentelemetry/api';
import { newId } from './ids.ts';
import { createAccessLogger, type Logger } from './logger.ts';
import { metrics } from './metrics/metrics.ts';
import { ProblemError, toProblemError } from './problem.ts';
import { problemPage } from './problem-page.ts';
import { requestContext } from './request-context.ts';
import { contextFrom, runInContext, contextWithSpan, startSpan } from './telemetry.ts';
import { logUndeclaredError, type OnUndeclaredError, reportUndeclaredError } from './undeclared-errors.ts';

export interface HttpAppOptions {
  readonly logger: Logger;
  readonly routers: readonly RequestHandler[];
  readonly health: RequestHandler;
  /** Logs a warning by default. */
  readonly onUndeclaredError?: OnUndeclaredError | undefined;
}

/**
 * Creates the Express app without a listener: request id, span, access log, health checks, routers and error mapping.
 */
export function createHttpApp({ logger, routers, health, onUndeclaredError }: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(health, instrumentRequests(createAccessLogger(logger)), ...routers);
  app.use(() => {
    throw new ProblemError('request.not_found');
  });
  app.use(sendProblem(logger, onUndeclaredError));
  return app;
}

/** Keeps the gateway's request id; replaces a malformed one. */
const safeRequestId = (value: string | undefined): string => (value && /^[\w-]{8,64}$/.test(value) ? value : newId());

/** The contract's name of the matched route; `none` when there is none. */
const routeOf = (res: Response): string => (res.locals['routeId'] as string | undefined) ?? 'none';

function instrumentRequests(access: Logger): RequestHandler {
  return (req, res, next) => {
    const requestId = safeRequestId(req.get('x-request-id'));
    const startedAt = performance.now();
    const span = startSpan(
      `${req.method}`,
      SpanKind.SERVER,
      { 'http.request.method': req.method, 'url.path': req.path },
      contextFrom(req.get('traceparent')),
    );
    const scope = { requestId, actor: 'visitor' };
    res.setHeader('x-request-id', requestId);
    res.setHeader('cache-control', 'no-store');
    runInContext(contextWithSpan(span), () =>
      requestContext.run(scope, () => {
        res.on('close', () => {
          const route = routeOf(res);
          const ms = performance.now() - startedAt;
          metrics.record(
            'http.server.request.duration',
            {
              'http.request.method': req.method,
              'http.route': route,
              'http.response.status_code': res.headersSent ? res.statusCode : 'none',
            },
            ms / 1000,
          );
          span.updateName(`${req.method} ${route}`);
          span.setAttributes({ 'http.response.status_code': res.statusCode, 'http.route': route });
          span.end();
          const { traceId, spanId } = span.spanContext();
          const fields = {
            traceId,
            spanId,
            requestId,
            method: req.method,
            route,
            status: res.statusCode,
            ms: Math.round(ms),
            actor: scope.actor,
            finished: res.writableFinished,
          };
          if (res.statusCode >= 500) access.warn(fields, 'request');
          else access.info(fields, 'request');
        });
        next();
      }),
    );
  };
}

/**
 * A 5xx without a cause is this process's own refusal, for example because a queue is full. Its stack does not
 * help, and writing stacks during a flood of requests would delay all others.
 */
function logProblem(logger: Logger, problem: ProblemError): void {
  const { code, cause } = problem;
  if (code === 'server.internal') logger.error({ err: cause ?? problem }, 'unexpected_error');
  else if (problem.status < 500) return;
  else if (cause === undefined) logger.warn({ code }, 'request_refused');
  else logger.warn({ err: cause, code }, 'dependency_failed');
}

/**
 * The error handler: maps any error to a problem response, logs it, and reports an error code that the route's contract
 * does not declare.
 */
export function sendProblem(
  logger: Logger,
  onUndeclaredError: OnUndeclaredError = logUndeclaredError(logger),
): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, _next) => {
    const problem = toProblemError(error);
    // An error after the client has disconnected is often only the effect of that, and no client receives it.
    if (!res.closed) {
      metrics.count('inkbear.http.problems', { code: problem.code, 'http.route': routeOf(res) });
      reportUndeclaredError(res, problem, onUndeclaredError);
    }
    logProblem(logger, problem);
    if (res.headersSent) {
      // Destroy the connection, so that a partial response does not look complete. An event stream that sent its error
      // has ended already.
      if (!res.writableEnded) res.destroy();
      return;
    }
    const requestId = String(res.getHeader('x-request-id') ?? 'unknown');
    if (problem.status === 413) res.setHeader('connection', 'close');
    res.status(problem.status).set(problem.headers);
    // A file opened in a browser tab: reply with a readable page.
    if (req.get('sec-fetch-mode') === 'navigate') res.type('html').send(problemPage(problem.message, requestId));
    else res.type('application/problem+json').send(JSON.stringify(problem.toProblem(requestId)));
    if (problem.status === 413 && !req.complete) req.resume();
  };
}
