import { Readable } from 'node:stream';
import type { EmptyReply, FileReply, ReplyShape, Route } from '@inkbear/contracts/route';
import type { Response } from 'express';
import type { z } from 'zod';
import { eventStream } from './event-stream.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string | string[]>;
}

/** Sends what the route declares and nothing else: unknown fields are dropped, a missing one is our own fault and throws. */
export function sendReply(route: Route, res: Response, reply: Reply): void {
  const shape = route.responses[reply.status];
  if (!shape) throw new Error(`${route.id} does not declare status ${reply.status}.`);
  if (res.destroyed) return;
  if (isEmpty(shape)) {
    res.status(reply.status).set(reply.headers).end();
  } else if (isFile(shape)) {
    sendFile(res, shape, reply);
  } else {
    const body = filterReply(route, shape, reply);
    if (eventStream.isOpen(res)) eventStream.done(res, body);
    else sendJson(res, reply, body);
  }
}

/** Express's own `json` looks at settings and types on the way, which costs more than all of this. */
function sendJson(res: Response, { status, headers = {} }: Reply, body: unknown): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  // A GET whose `If-None-Match` names what would be sent.
  if (res.req.fresh) return void res.writeHead(304).end();
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }).end(text);
}

function filterReply(route: Route, shape: z.ZodType, reply: Reply): unknown {
  const result = shape.safeParse(reply.body);
  if (result.success) return result.data;
  const where = result.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(`The reply of ${route.id} does not fit its contract at: ${where}.`);
}

function sendFile(res: Response, shape: FileReply, reply: Reply): void {
  res.status(reply.status).set({ 'content-type': shape.contentType, ...reply.headers });
  if (reply.body instanceof Uint8Array) {
    res.end(reply.body);
    return;
  }
  Readable.from(reply.body as AsyncIterable<Uint8Array>).on('error', () => res.destroy()).pipe(res);
}

const kindOf = (shape: ReplyShape): string | undefined => ('kind' in shape ? shape.kind : undefined);
const isEmpty = (shape: ReplyShape): shape is EmptyReply => kindOf(shape) === 'empty';
const isFile = (shape: ReplyShape): shape is FileReply => kindOf(shape) === 'file';
