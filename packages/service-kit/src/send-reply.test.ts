import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { defineRoute, fileReply } from '@inkbear/contracts/route';
import express, { type Response } from 'express';
import { z } from 'zod';
import { sendProblem } from './http-app.ts';
import { createLogger } from './logger.ts';
import { ProblemError } from './problem.ts';
import { sendReply } from './send-reply.ts';

const route = defineRoute({
  id: 'getNote',
  owner: 'books',
  method: 'GET',
  path: '/api/notes',
  summary: 'A note',
  access: 'public',
  rate: 'read',
  responses: { 200: z.object({ text: z.string() }) },
});
const fileRoute = defineRoute({
  id: 'getFile',
  owner: 'books',
  method: 'GET',
  path: '/api/file',
  summary: 'A file',
  access: 'public',
  rate: 'read',
  responses: { 200: fileReply('text/plain') },
});
let server: Server;
/** Chunks of the streamed file, set by each test. */
let pieces: () => AsyncIterable<Uint8Array>;
/** Logged errors that could not become a response. */
const logged: unknown[] = [];
const logger = Object.assign(createLogger('test', 'silent'), {
  warn: (fields: { err: Error }) => void logged.push(fields.err.message),
});
beforeAll(async () => {
  const app = express()
    .disable('etag')
    .get(route.path, (_req, res) =>
      sendReply(route, res, {
        status: 200,
        body: { text: 'größer' },
        headers: { ETag: '"2"', 'Set-Cookie': ['a=1', 'b=2'] },
      }),
    )
    .get(fileRoute.path, (_req, res) => sendReply(fileRoute, res, { status: 200, body: pieces() }))
    .use(sendProblem(logger));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Does not use fetch, which adds `Cache-Control: no-cache` to conditional requests. */
async function ask(method: string, headers: Record<string, string> = {}, { path }: { readonly path: string } = route) {
  const sent = request({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path,
    method,
    headers,
    agent: false,
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: (await answer.setEncoding('utf8').toArray()).join(''),
  };
}

it('sends content type, content length in bytes and custom headers', async () => {
  const { status, headers, text } = await ask('GET');
  expect([status, text]).toEqual([200, '{"text":"größer"}']);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    etag: '"2"',
    'set-cookie': ['a=1', 'b=2'],
  });
});

it('answers HEAD with the content length but without a body', async () => {
  const { status, headers, text } = await ask('HEAD');
  expect([status, Number(headers['content-length']), text]).toEqual([200, 19, '']);
});

it('answers 304 without a body when the ETag matches', async () => {
  const { status, headers, text } = await ask('GET', { 'if-none-match': '"2"' });
  expect([status, headers.etag, text]).toEqual([304, '"2"', '']);
  expect((await ask('GET', { 'if-none-match': '"1"' })).status).toBe(200);
});

const encode = (text: string) => new TextEncoder().encode(text);
const unavailable = () => new ProblemError('server.unavailable', { cause: new Error('books answered 500') });

it('streams a file to its end', async () => {
  pieces = async function* () {
    for (const text of ['one ', 'two ', 'three']) yield await Promise.resolve(encode(text));
  };
  expect(await ask('GET', {}, fileRoute)).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    text: 'one two three',
  });
});

it('sends an error status when the first chunk of a file fails', async () => {
  pieces = async function* () {
    throw await Promise.resolve(unavailable());
  };
  expect((await ask('GET', {}, fileRoute)).status).toBe(503);
});

it('cuts off a file that fails after the first chunk, and logs the error', async () => {
  logged.length = 0;
  pieces = async function* () {
    yield await Promise.resolve(encode('one '));
    throw unavailable();
  };
  await expect(ask('GET', {}, fileRoute)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(logged).toEqual(['books answered 500']);
});

it('stops generating a file when the client disconnects', async () => {
  logged.length = 0;
  let hasEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  pieces = async function* () {
    try {
      for (;;) yield await Promise.resolve(Buffer.alloc(64 * 1024));
    } finally {
      hasEnded();
    }
  };
  const sent = request({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path: fileRoute.path,
    agent: false,
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.destroy();
  await ended;
  expect(logged).toEqual([]);
});

it('serialises one long text per turn of the event loop, and short ones at once', async () => {
  let turn = 0;
  let isOver = false;
  const countTurns = (): void => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  /** The turn in which the reply was sent. */
  const sendIn = async (text: string): Promise<number> => {
    let sentIn = -1;
    const res = {
      req: {},
      setHeader: () => undefined,
      writeHead: () => res,
      end: () => void (sentIn = turn),
    } as unknown as Response;
    await sendReply(route, res, { status: 200, body: { text } });
    return sentIn;
  };
  const long = 'a'.repeat(200_000);
  const [first, second, third, short] = await Promise.all([sendIn(long), sendIn(long), sendIn(long), sendIn('a')]);
  isOver = true;
  expect([short, new Set([first, second, third]).size]).toEqual([0, 3]);
});
