import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Health } from '@inkbear/service-kit/health';
import { createLogger } from '@inkbear/service-kit/logger';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { Gateway } from './gateway.ts';
import { call, TestEnvironment } from './testing/test-gateway.ts';

describe('Gateway', () => {
  let environment: TestEnvironment;
  beforeAll(async () => (environment = await TestEnvironment.start()));
  afterAll(() => Promise.all(Object.values(environment.services).map((service) => service.stop())));

  it('is ready only after it has fetched the revocation lists', async () => {
    environment.services.auth.failRevocations = true;
    const opening = environment.open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    environment.services.auth.failRevocations = false;
    const gateway = await opening;
    expect((await call(gateway, 'GET', '/healthz')).status).toBe(200);
    expect(JSON.parse((await call(gateway, 'GET', '/readyz')).text)).toEqual({ ready: true });
    expect((await call(gateway, 'GET', '/api/healthz')).status).toBe(404);
  });

  it('works without MongoDB', async () => {
    const gateway = await environment.open({ MONGODB_URI: 'mongodb://127.0.0.1:1/?directConnection=true' });
    expect((await call(gateway, 'GET', '/api/books', { headers: environment.session() })).status).toBe(200);
    expect((await call(gateway, 'POST', '/api/auth/login', { body: '{}' })).status).toBe(200);
  });

  it('drains open requests at shutdown, accepts no new ones and closes remaining streams', async () => {
    const gateway = await environment.open();
    const { reviews: slow, ai: streaming } = environment.services;
    slow.replyWith((_req, res) => void setTimeout(() => res.end('complete'), 300));
    streaming.replyWith(
      (_req, res) => void res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
    );
    const slowReply = call(gateway, 'GET', '/api/reviews');
    let hasStarted = false;
    let wasClosed = false;
    const { hostname, port } = new URL(gateway);
    request(
      {
        hostname,
        port,
        path: '/api/ai/generate-titles',
        method: 'POST',
        headers: { ...environment.session(), accept: 'text/event-stream' },
      },
      (res) => {
        res.on('data', () => (hasStarted = true)).on('error', () => (wasClosed = true));
      },
    ).end();
    await eventually(() => hasStarted && slow.received.length > 0);
    const stopped = environment.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(call(gateway, 'GET', '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await slowReply).toMatchObject({ status: 200, text: 'complete', headers: { connection: 'close' } });
    await stopped;
    expect(wasClosed).toBe(true);
  });

  it('stops its lifecycle hooks in reverse order, even when some hang or fail', async () => {
    const stopped: string[] = [];
    const lifecycleHooks = [
      { stop: () => void stopped.push('first started') },
      { stop: () => Promise.reject(new Error('down')) },
      { stop: () => new Promise<void>(() => undefined) },
      { stop: () => void stopped.push('last started') },
    ];
    const gateway = new Gateway({
      app: (_req, res) => res.end(),
      host: '127.0.0.1',
      port: 0,
      health: new Health(),
      logger: createLogger('gateway', 'silent'),
      lifecycleHooks,
    });
    await gateway.start();
    await gateway.stop();
    expect(stopped).toEqual(['last started', 'first started']);
  });
});
