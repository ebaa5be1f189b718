import type { StreamEvent } from '@inkbear/contracts/route';
import type { Response } from 'express';
import { metrics } from './metrics/metrics.ts';
import { ProblemError, toProblemError } from './problem.ts';

/** Sends one event to a client. */
export type SendEvent = (event: StreamEvent | 'part', data: unknown) => void;

const heartbeatMs = 15_000;
const state = Symbol('event stream');
interface Streaming {
  [state]?: { started: boolean; heartbeat?: NodeJS.Timeout };
}

/**
 * Server-sent events for streamed replies: the events of the route (see `Route.streams`), then `done` with the whole
 * reply, or `error` with a problem.
 */
export const eventStream = {
  /** Headers are sent with the first event, so an earlier error is still an HTTP status. */
  open(res: Response): SendEvent {
    const stream: { started: boolean; heartbeat?: NodeJS.Timeout } = { started: false };
    (res as Response & Streaming)[state] = stream;
    return (event, data) => {
      if (res.destroyed || res.writableEnded) return;
      start(res, stream);
      write(res, event, data);
    };
  },

  isOpen: (res: Response): boolean => (res as Response & Streaming)[state] !== undefined,

  done(res: Response, reply: unknown): void {
    const stream = (res as Response & Streaming)[state];
    if (!stream || res.destroyed) return;
    start(res, stream);
    write(res, 'done', reply);
    end(res, stream);
  },

  /**
   * Sends an `error` event if events were sent already, then rethrows. Before the first event the error handler replies
   * as usual.
   */
  fail(res: Response, error: unknown): never {
    const stream = (res as Response & Streaming)[state];
    if (stream?.started && !res.destroyed) {
      const problem: ProblemError = toProblemError(error);
      write(res, 'error', problem.toProblem(String(res.getHeader('x-request-id'))));
      end(res, stream);
    }
    throw error;
  },
};

function start(res: Response, stream: { started: boolean; heartbeat?: NodeJS.Timeout }): void {
  if (stream.started) return;
  stream.started = true;
  res.status(200).set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  res.flushHeaders();
  stream.heartbeat = setInterval(() => res.write(': heartbeat\n\n'), heartbeatMs);
  const route = { 'http.route': String(res.locals['routeId']) };
  metrics.add('inkbear.http.event_streams', route, 1);
  res.on('close', () => {
    clearInterval(stream.heartbeat);
    metrics.add('inkbear.http.event_streams', route, -1);
  });
}

const write = (res: Response, event: string, data: unknown): void =>
  void res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

function end(res: Response, stream: { heartbeat?: NodeJS.Timeout }): void {
  clearInterval(stream.heartbeat);
  res.end();
}
