import { pipeline } from 'node:stream/promises';
import type { EmptyReply, FileReply, ReplyShape, Route } from '@inkbear/contracts/route';
import type { Response } from 'express';
import type { z } from 'zod';
import { longTextLength, waitForTurn } from './event-loop-turn.ts';
import { eventStream } from './event-stream.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string | string[]>;
}

/**
 * Sends a reply filtered by the route's schema: unknown fields are dropped; a missing field is a server error and
 * throws. Resolves once a streamed file was sent or its client has disconnected. Rejects when the file could not be
 * generated; the partial response is then cut off.
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
    const body = filterReply(route, shape, reply.body);
    if (eventStream.isOpen(res)) return eventStream.done(res, body);
    if (hasLongText(body)) await waitForTurn();
    if (!res.destroyed) sendJson(res, reply, body);
  }
}

/** Whether the reply, a row of a list, or a list in one of them has a long text. */
function hasLongText(body: unknown): boolean {
  if (Array.isArray(body)) return body.some((row) => isLongText(row) || hasLongText(row));
  if (typeof body !== 'object' || body === null) return false;
  for (const value of Object.values(body))
    if (isLongText(value) || (Array.isArray(value) && value.some(isLongText))) return true;
  return false;
}

const isLongText = (value: unknown): boolean => typeof value === 'string' && value.length > longTextLength;

/** Faster than Express's `res.json`, which evaluates settings and types. */
function sendJson(res: Response, { status, headers = {} }: Reply, body: unknown): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  // A conditional GET whose `If-None-Match` matches the ETag.
  if (res.req.fresh) return void res.writeHead(304).end();
  const text = JSON.stringify(body);
  res
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

/** The body with only the fields of its schema. Throws when one of them is missing. */
export function filterReply(route: Route, shape: z.ZodType, body: unknown): unknown {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const paths = result.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(`The reply of ${route.id} does not match its contract at: ${paths}.`);
}

async function sendFile(res: Response, shape: FileReply, { status, headers, body }: Reply): Promise<void> {
  const setHead = () => res.status(status).set({ 'content-type': shape.contentType, ...headers });
  if (body instanceof Uint8Array) setHead().end(body);
  else await sendStream(res, setHead, (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]());
}

/**
 * Waits for the first chunk before sending the head, so that a file that cannot be generated at all gets an error
 * status.
 */
async function sendStream(res: Response, setHead: () => void, chunks: AsyncIterator<Uint8Array>): Promise<void> {
  const first = await chunks.next();
  if (res.destroyed) return void (await chunks.return?.());
  setHead();
  try {
    await pipeline(prepend(first, chunks), res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* prepend<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

const kindOf = (shape: ReplyShape): string | undefined => ('kind' in shape ? shape.kind : undefined);
const isEmpty = (shape: ReplyShape): shape is EmptyReply => kindOf(shape) === 'empty';
const isFile = (shape: ReplyShape): shape is FileReply => kindOf(shape) === 'file';
