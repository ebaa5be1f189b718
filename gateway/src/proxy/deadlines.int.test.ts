import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toProblemError } from '@inkbear/service-kit/problem';
import { FakeService } from '../testing/fake-service.ts';
import { call, TestEnvironment } from '../testing/test-gateway.ts';
import { Forwarder } from './forwarder.ts';
import { createUpstream } from './upstreams.ts';

const replyWithProblem: ErrorRequestHandler = (error, _req, res, _next) =>
  void res.status(toProblemError(error).status).end();

describe('deadlines', () => {
  let slow: FakeService;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    slow = await FakeService.start('slow');
    const upstream = createUpstream(slow.url);
    const forwarder = new Forwarder();
    const app = express();
    app.use(
      async (req: Request, res: Response) =>
        await forwarder.forward(req, res, { target: upstream.target, agent: upstream.agent, timeoutMs: 150 }),
      replyWithProblem,
    );
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await slow.stop();
    server.closeAllConnections();
    server.close();
  });

  it('abort the service request at the deadline', async () => {
    let isAborted = false;
    slow.replyWith((_req, res) => void res.on('close', () => (isAborted = true)));
    expect((await call(url, 'GET', '/slow')).status).toBe(504);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isAborted).toBe(true);
  });

  it('do not apply once the response has started', async () => {
    slow.replyWith((_req, res) => {
      res.write('a');
      setTimeout(() => res.end('b'), 400);
    });
    expect((await call(url, 'GET', '/slow')).text).toBe('ab');
  });

  it('do not delay a 503 with Retry-After when the service is unreachable', async () => {
    const environment = await TestEnvironment.start();
    const gateway = await environment.open({ REVIEWS_URL: 'http://127.0.0.1:1' });
    const answer = await call(gateway, 'GET', '/api/reviews');
    expect([answer.status, answer.code, answer.headers['retry-after']]).toEqual([503, 'server.unavailable', '2']);
    await environment.stop();
  });
});
