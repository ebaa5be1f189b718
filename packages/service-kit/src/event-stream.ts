import type { Response } from 'express';
import { ProblemError, toProblemError } from './problem.ts';

const heartbeatMs = 15_000;
const state = Symbol('event stream');
interface Streaming {
  [state]?: { started: boolean; heartbeat?: NodeJS.Timeout };
}

/** Server-sent events of a generation: `delta` {text}, then `done` with the plain reply, or `error` with a problem. */
export const eventStream = {
  /** Nothing is sent before the first piece, so that a refusal is still an HTTP status. */
  open(res: Response): (text: string) => void {
    const stream: { started: boolean; heartbeat?: NodeJS.Timeout } = { started: false };
    (res as Response & Streaming)[state] = stream;
    return (text) => {
      if (res.destroyed || res.writableEnded) return;
      start(res, stream);
      write(res, 'delta', { text });
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

  /** Tells the client of an error as an event once pieces were sent, and throws it for the log; before them it goes the usual way. */
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
  stream.heartbeat = setInterval(() => res.write(': still here\n\n'), heartbeatMs);
  res.on('close', () => clearInterval(stream.heartbeat));
}

const write = (res: Response, event: string, data: unknown): void =>
  void res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

function end(res: Response, stream: { heartbeat?: NodeJS.Timeout }): void {
  clearInterval(stream.heartbeat);
  res.end();
}
