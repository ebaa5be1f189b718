import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import { BodyBudget } from './body-budget.ts';
import { ProblemError } from './problem.ts';
import { eventually } from './testing/eventually.ts';

const kilobyte = 1024;

describe('BodyBudget', () => {
  /** Requests that were let in and have no reply yet. */
  const open: ServerResponse[] = [];
  let server: Server;
  beforeAll(async () => {
    const budget = new BodyBudget(300 * kilobyte);
    const replyWithProblem: ErrorRequestHandler = (error, _req, res, _next) => {
      const { status, code, headers } = error as ProblemError;
      res.status(status).set(headers).send(code);
    };
    const app = express();
    app.post('/', budget.count(200 * kilobyte), (_req, res) => void open.push(res));
    app.use(replyWithProblem);
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const post = (headers: Record<string, string | number>) =>
    new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const sent = request({ host: '127.0.0.1', port, method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] });
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });
  const endAll = (): void => {
    for (const res of open.splice(0)) res.end();
  };
  afterEach(endAll);

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

  it('counts a body until its reply was sent', async () => {
    for (let round = 0; round < 3; round += 1) {
      const sent = post({ 'content-length': 200 * kilobyte });
      await eventually(() => open.length === 1);
      endAll();
      expect((await sent).status).toBe(200);
    }
  });
});
