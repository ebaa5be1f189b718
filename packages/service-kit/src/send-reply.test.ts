import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { defineRoute } from '@inkbear/contracts/route';
import express from 'express';
import { z } from 'zod';
import { sendReply } from './send-reply.ts';

const route = defineRoute({ id: 'getNote', owner: 'books', method: 'GET', path: '/api/notes', summary: 'A note', access: 'public', rate: 'read', responses: { 200: z.object({ text: z.string() }) } });
let server: Server;
beforeAll(async () => {
  const app = express().disable('etag').get(route.path, (_req, res) => sendReply(route, res, { status: 200, body: { text: 'größer' }, headers: { ETag: '"2"', 'Set-Cookie': ['a=1', 'b=2'] } }));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Not by fetch, which tells a server to ignore what it is asked to compare. */
async function ask(method: string, headers: Record<string, string> = {}) {
  const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', path: route.path, method, headers, agent: false }).end();
  const [answer] = await once(sent, 'response') as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: (await answer.setEncoding('utf8').toArray()).join('') };
}

it('a reply has its type, its length in bytes and its own headers', async () => {
  const { status, headers, text } = await ask('GET');
  expect([status, text]).toEqual([200, '{"text":"größer"}']);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'content-length': String(Buffer.byteLength(text)), etag: '"2"', 'set-cookie': ['a=1', 'b=2'] });
});

it('a HEAD is answered without the body, whose length it tells', async () => {
  const { status, headers, text } = await ask('HEAD');
  expect([status, Number(headers['content-length']), text]).toEqual([200, 19, '']);
});

it('whoever has it already is told so and sent nothing', async () => {
  const { status, headers, text } = await ask('GET', { 'if-none-match': '"2"' });
  expect([status, headers.etag, text]).toEqual([304, '"2"', '']);
  expect((await ask('GET', { 'if-none-match': '"1"' })).status).toBe(200);
});
