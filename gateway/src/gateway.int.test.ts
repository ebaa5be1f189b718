import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Health } from '@inkbear/service-kit/health';
import { createLogger } from '@inkbear/service-kit/logger';
import { Gateway } from './gateway.ts';
import { call, eventually, TestHouse } from './testing/test-gateway.ts';

describe('the gateway as a process', () => {
  let house: TestHouse;
  beforeAll(async () => (house = await TestHouse.start()));
  afterAll(() => Promise.all(Object.values(house.services).map((service) => service.stop())));

  it('is ready only after it knows which sessions have ended', async () => {
    house.services.auth.silent = true;
    const opening = house.open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    house.services.auth.silent = false;
    const gateway = await opening;
    expect((await call(gateway, 'GET', '/healthz')).status).toBe(200);
    expect(JSON.parse((await call(gateway, 'GET', '/readyz')).text)).toEqual({ ready: true });
    expect((await call(gateway, 'GET', '/api/healthz')).status).toBe(404);
  });

  it('works without the database', async () => {
    const gateway = await house.open({ MONGODB_URI: 'mongodb://127.0.0.1:1/?directConnection=true' });
    expect((await call(gateway, 'GET', '/api/books', { headers: house.session() })).status).toBe(200);
    expect((await call(gateway, 'POST', '/api/auth/login', { body: '{}' })).status).toBe(200);
  });

  it('lets open requests end, takes no new ones and cuts streams at the end', async () => {
    const gateway = await house.open();
    const [slow, endless] = [house.services.reviews, house.services.ai];
    slow.answer((_req, res) => void setTimeout(() => res.end('whole'), 300));
    endless.answer(
      (_req, res) => void res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
    );
    const answer = call(gateway, 'GET', '/api/reviews');
    let [streaming, cut] = [false, false];
    const { hostname, port } = new URL(gateway);
    request(
      {
        hostname,
        port,
        path: '/api/ai/generate-titles',
        method: 'POST',
        headers: { ...house.session(), accept: 'text/event-stream' },
      },
      (res) => {
        res.on('data', () => (streaming = true)).on('error', () => (cut = true));
      },
    ).end();
    await eventually(() => streaming && slow.seen.length > 0);
    const stopped = house.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(call(gateway, 'GET', '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await answer).toMatchObject({ status: 200, text: 'whole', headers: { connection: 'close' } });
    await stopped;
    expect(cut).toBe(true);
  });

  it('ends in order, whatever of it hangs or fails', async () => {
    const ended: string[] = [];
    const companions = [
      { stop: () => void ended.push('first started') },
      { stop: () => Promise.reject(new Error('down')) },
      { stop: () => new Promise<void>(() => undefined) },
      { stop: () => void ended.push('last started') },
    ];
    const gateway = new Gateway({
      app: (_req, res) => res.end(),
      host: '127.0.0.1',
      port: 0,
      health: new Health(),
      logger: createLogger('gateway', 'silent'),
      companions,
    });
    await gateway.start();
    await gateway.stop();
    expect(ended).toEqual(['last started', 'first started']);
  });
});
