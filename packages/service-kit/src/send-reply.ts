import { pipeline } from 'node:stream/promises';
import type { EmptyReply, FileReply, ReplyShape, Route } from '@inkbear/contracts/route';
import type { Response } from 'express';
import type { z } from 'zod';
import { eventStream } from './event-stream.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string | string[]>;
}

/**
 * Sends what the route declares and nothing else: unknown fields are dropped, a missing one is our own fault and throws.
 * Resolves once a streamed file was sent, or its client has gone; rejects when it could not be made, which cuts off what was sent.
 */
export async function sendReply(route: Route, res: Response, reply: Reply): Promise<void> {
  const shape = route.responses[reply.status];
  if (!shape) throw new Error(`${route.id} does not declare status ${reply.status}.`);
  if (res.destroyed) return;
  if (isEmpty(shape)) {
    res.status(reply.status).set(reply.headers).end();
  } else if (isFile(shape)) {
    await sendFile(res, shape, reply);
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
  res
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

function filterReply(route: Route, shape: z.ZodType, reply: Reply): unknown {
  const result = shape.safeParse(reply.body);
  if (result.success) return result.data;
  const where = result.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(`The reply of ${route.id} does not fit its contract at: ${where}.`);
}

async function sendFile(res: Response, shape: FileReply, { status, headers, body }: Reply): Promise<void> {
  const setHead = () => res.status(status).set({ 'content-type': shape.contentType, ...headers });
  if (body instanceof Uint8Array) setHead().end(body);
  else await sendPieces(res, setHead, (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]());
}

/** Makes the first piece before the head is sent, so that a file that cannot be made at all is refused with a status. */
async function sendPieces(res: Response, setHead: () => void, pieces: AsyncIterator<Uint8Array>): Promise<void> {
  const first = await pieces.next();
  if (res.destroyed) return void (await pieces.return?.());
  setHead();
  try {
    await pipeline(startingWith(first, pieces), res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

const kindOf = (shape: ReplyShape): string | undefined => ('kind' in shape ? shape.kind : undefined);
const isEmpty = (shape: ReplyShape): shape is EmptyReply => kindOf(shape) === 'empty';
const isFile = (shape: ReplyShape): shape is FileReply => kindOf(shape) === 'file';
