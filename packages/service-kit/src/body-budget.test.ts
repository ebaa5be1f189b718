import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { uploadCover } from '@inkbear/contracts/export/cover';
import { createImport } from '@inkbear/contracts/export/import';
import { bodyLimits, type Route } from '@inkbear/contracts/route';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { BodyBudget } from './body-budget.ts';
import { type Identity, identityHeader } from './identity.ts';
import { ProblemError } from './problem.ts';
import { createRouter, type RouterOptions } from './router.ts';
import { serveUpload } from './serve.ts';
import { eventually } from './testing/eventually.ts';

const kilobyte = 1024;

/** The identity of the user with the id in the header. */
const identityOf = (userId = 'u'): Identity => ({ role: 'user', userId, sid: 's', signedInAt: 0 });

/** Requests that were let in and have no reply yet. */
const open: ServerResponse[] = [];
const holdOpen: RequestHandler = (_req, res) => void open.push(res);
const endAll = (): void => {
  for (const res of open.splice(0)) res.end();
};

async function listen(handler: RequestHandler): Promise<Server> {
  const replyWithProblem: ErrorRequestHandler = (error, _req, res, _next) => {
    const { status, code, headers } = error as ProblemError;
    res.status(status).set(headers).send(code);
  };
  const server = createServer(express().use(handler).use(replyWithProblem));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

/** Sends the head of a request, and no body. */
const sendHead = (server: Server, headers: Record<string, string | number>, { method = 'POST', path = '/' } = {}) =>
  new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] });
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });

describe('BodyBudget', () => {
  let server: Server;
  beforeAll(async () => {
    const count = new BodyBudget(300 * kilobyte).count(200 * kilobyte);
    server = await listen((req, res, next) => {
      res.locals['identity'] = identityOf(req.get(identityHeader));
      count(req, res, () => holdOpen(req, res, next));
    });
  });
  afterAll(() => close(server));
  afterEach(endAll);

  const post = (headers: Record<string, string | number>) => sendHead(server, headers);

  it('refuses a large body beyond the budget before it is read, and lets small ones in', async () => {
    const first = post({ 'content-length': 200 * kilobyte });
    await eventually(() => open.length === 1);
    expect(await post({ 'content-length': 101 * kilobyte })).toEqual({ status: 503, retryAfter: '1' });
    // A body without a declared size counts as the limit of its route.
    expect(await post({ 'transfer-encoding': 'chunked' })).toEqual({ status: 503, retryAfter: '1' });
    const small = post({ 'content-length': 64 * kilobyte });
    await eventually(() => open.length === 2);
    endAll();
    expect([(await first).status, (await small).status]).toEqual([200, 200]);
  });

  it('leaves most of the budget to others, however many bodies one caller sends', async () => {
    const large = (user: string) => post({ 'content-length': 70 * kilobyte, [identityHeader]: user });
    const first = large('u1');
    await eventually(() => open.length === 1);
    expect(await large('u1')).toEqual({ status: 503, retryAfter: '1' });
    const others = ['u2', 'u3', 'u4'].map(large);
    await eventually(() => open.length === 4);
    expect((await large('u5')).status).toBe(503);
    endAll();
    expect((await Promise.all([first, ...others])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const again = large('u1');
    await eventually(() => open.length === 1);
    endAll();
    expect((await again).status).toBe(200);
  });

  it('counts a body until its reply was sent', async () => {
    for (let round = 0; round < 3; round += 1) {
      const sent = post({ 'content-length': 200 * kilobyte });
      await eventually(() => open.length === 1);
      endAll();
      expect((await sent).status).toBe(200);
    }
  });

  // The budget has 48 MB.
  it.each<[string, Route, { method: string; path: string; bytes: number; fitting: number }]>([
    [
      'the form of an upload',
      uploadCover,
      { method: 'PUT', path: '/api/books/b1/cover', bytes: bodyLimits.upload, fitting: 8 },
    ],
    [
      'a fixed part of the form of an upload that is stored while it arrives',
      createImport,
      { method: 'POST', path: '/api/imports', bytes: bodyLimits.import, fitting: 48 },
    ],
  ])('counts %s before it is read', async (_what, route, { method, path, bytes, fitting }) => {
    const parseForm: RequestHandler = (req, res, next) =>
      open.length < fitting ? holdOpen(req, res, next) : void res.end();
    const withUploads = await listen(
      createRouter({
        served: [serveUpload(route, [parseForm], () => Promise.reject(new Error('The form is never complete.')))],
        identities: { verify: identityOf },
        databaseProbe: { requireReachable: () => undefined },
      } as unknown as RouterOptions),
    );
    const upload = (user: number) =>
      sendHead(withUploads, { 'content-length': bytes, [identityHeader]: `u${user}` }, { method, path });
    const accepted = Array.from({ length: fitting }, (_, user) => upload(user));
    await eventually(() => open.length === fitting);
    expect(await upload(fitting)).toEqual({ status: 503, retryAfter: '1' });
    endAll();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(accepted.map(() => 200));
    close(withUploads);
  });
});
