import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyLimits, buildPath } from '@inkbear/contracts/route';
import { publicRoutes } from '@inkbear/contracts/routes';
import { serviceNames } from '@inkbear/contracts/services';
import { startTelemetry } from '@inkbear/service-kit/telemetry';
import { call, eventually, TestHouse } from '../testing/test-gateway.ts';

let house: TestHouse;
let gateway: string;
beforeAll(async () => {
  startTelemetry({ service: 'gateway', samplingRatio: 0 });
  house = await TestHouse.start();
  gateway = await house.open();
});
afterAll(() => house.stop());
afterEach(() => Object.values(house.services).forEach((service) => service.answer(null)));

const credentials = () => ({ ...house.session(), ...house.admin() });
const pathOf = (route: (typeof publicRoutes)[number]) =>
  buildPath(
    route,
    Object.fromEntries([...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [name ?? '', randomUUID()])),
  );

describe('the gateway', () => {
  it.each(publicRoutes.map((route) => [route.id, route] as const))('sends %s to its owner', async (_id, route) => {
    const path = pathOf(route);
    const before = house.services[route.owner].seen.length;
    const answer = await call(gateway, route.method, `${path}?a=%20b`, {
      headers: credentials(),
      ...(route.method === 'GET' ? {} : { body: '{}' }),
    });
    expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ service: route.owner })]);
    expect(house.services[route.owner].seen.slice(before).map(({ method, url }) => [method, url])).toEqual([
      [route.method, `${path}?a=%20b`],
    ]);
  });

  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['DELETE', '/api/books'],
    ['OPTIONS', '/api/books'],
    ['GET', '/api/books/'],
    ['GET', '/api/books/..'],
    ['GET', '/api/books/%2e%2E'],
    ['GET', '/internal/auth/revocations'],
    ['POST', '/internal/auth/revocations'],
    ['GET', '/api/../internal/auth/revocations'],
    ['POST', '/'],
  ])('answers %s %s with 404 and asks nobody', async (method, path) => {
    const before = serviceNames.map((name) => house.services[name].seen.length);
    const answer = await call(gateway, method, path, { headers: { ...credentials(), accept: 'text/html' } });
    expect([answer.status, answer.code]).toEqual([404, 'request.not_found']);
    expect(serviceNames.map((name) => house.services[name].seen.length)).toEqual(before);
  });

  it('tells a service only what it may believe', async () => {
    const { cookie } = house.session();
    await call(gateway, 'GET', '/api/books', {
      headers: {
        cookie: `${cookie}; inkbear_device=d`,
        'x-inkbear-identity': 'forged',
        'X-Inkbear-Anything': 'x',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil',
        forwarded: 'for=6.6.6.6',
        'x-request-id': 'mine-mine-mine',
        authorization: 'Bearer x',
        'x-admin-token': 'x',
        connection: 'close',
        te: 'trailers',
        'time-zone': 'Europe/Paris',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
      },
    });
    const { headers } = house.services.books.last;
    for (const name of [
      'cookie',
      'x-inkbear-anything',
      'x-forwarded-host',
      'forwarded',
      'authorization',
      'x-admin-token',
      'te',
    ])
      expect(headers[name]).toBeUndefined();
    expect([headers['x-forwarded-for'], headers['time-zone'], headers.connection]).toEqual([
      '127.0.0.1',
      'Europe/Paris',
      'keep-alive',
    ]);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{14}7/);
    expect(house.identityAt('books').role).toBe('user');
  });

  it('gives cookies to auth and admin alone', async () => {
    const headers = { cookie: `${house.session().cookie}; inkbear_device=d; inkbear_consent=yes` };
    await call(gateway, 'POST', '/api/auth/logout', { headers });
    expect(house.services.auth.last.headers.cookie).toBe(headers.cookie);
    await call(gateway, 'GET', '/api/site-logo', { headers });
    expect(house.services.admin.last.headers.cookie).toBe(headers.cookie);
  });

  it('signs who the user is for the owner alone, and nothing for a visitor', async () => {
    const [userId, sid] = [randomUUID(), randomUUID()];
    await call(gateway, 'GET', '/api/books', { headers: house.session(userId, sid) });
    expect(house.identityAt('books')).toMatchObject({ role: 'user', userId, sid });
    await call(gateway, 'GET', '/api/reviews', { headers: house.session(userId, sid) });
    expect(house.services.reviews.last.headers['x-inkbear-identity']).toBeUndefined();
    await call(gateway, 'POST', '/api/admin/logout', { headers: house.admin('a1') });
    expect(house.identityAt('admin')).toEqual({ role: 'admin', sid: 'a1' });
  });

  it('continues the trace of the caller, with a span of its own where somebody keeps it', async () => {
    const passedOn = async (flags: '00' | '01') => {
      await call(gateway, 'GET', '/api/reviews', {
        headers: { traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}` },
      });
      return house.services.reviews.last.headers['traceparent'];
    };
    expect(await passedOn('01')).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/);
    expect(await passedOn('00')).toBe('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00');
  });

  it('refuses a change that another site started, but not a provider’s webhook', async () => {
    const foreign = { ...credentials(), 'sec-fetch-site': 'cross-site' };
    const answer = await call(gateway, 'POST', '/api/books', { headers: foreign, body: '{}' });
    expect([answer.status, answer.code]).toEqual([403, 'request.cross_site']);
    expect(
      (await call(gateway, 'POST', '/api/billing/webhook', { headers: { origin: 'https://evil.example' }, body: '{}' }))
        .status,
    ).toBe(200);
  });

  it('takes a body of exactly the limit and refuses one byte more, announced or not', async () => {
    const [headers, path] = [house.session(), `/api/chapters/${randomUUID()}`];
    const whole = Buffer.alloc(bodyLimits.prose, 'a');
    expect((await call(gateway, 'PUT', path, { headers, body: whole })).status).toBe(200);
    expect(house.services.books.last.body.length).toBe(bodyLimits.prose);
    const over = Buffer.alloc(bodyLimits.prose + 1, 'a');
    expect(await call(gateway, 'PUT', path, { headers, body: over })).toMatchObject({
      status: 413,
      code: 'request.too_large',
    });
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    expect((await call(gateway, 'PUT', path, { headers: chunked, body: whole })).status).toBe(200);
    expect(house.services.books.last.body.length).toBe(bodyLimits.prose);
    expect(await call(gateway, 'PUT', path, { headers: chunked, body: over })).toMatchObject({
      status: 413,
      code: 'request.too_large',
    });
    expect(
      (await call(gateway, 'POST', '/api/auth/login', { body: Buffer.alloc(bodyLimits.small + 1, 'a') })).status,
    ).toBe(413);
  });

  it('forwards a deletion with its body', async () => {
    await call(gateway, 'DELETE', '/api/user', { headers: house.session(), body: '{"password":"x"}' });
    expect(house.services.auth.last.body).toBe('{"password":"x"}');
  });

  it('says 502 when a service breaks off', async () => {
    house.services.books.answer((req) => req.socket.destroy());
    const answer = await call(gateway, 'POST', '/api/books', { headers: house.session(), body: '{}' });
    expect([answer.status, answer.code, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      502,
      'server.dependency',
      '2',
      'no-store',
    ]);
    house.services.books.answer((req) => void req.socket.end('nonsense\r\n\r\n'));
    expect((await call(gateway, 'GET', '/api/books', { headers: house.session() })).status).toBe(502);
  });

  it('reads once more when a kept connection had ended, but never repeats a change', async () => {
    const headers = house.session();
    await call(gateway, 'GET', '/api/personal-stories', { headers });
    let breaks = 1;
    house.services.stories.answer((req, res) => {
      if (breaks > 0) {
        breaks -= 1;
        req.socket.destroy();
      } else res.end('{}');
    });
    expect((await call(gateway, 'GET', '/api/personal-stories', { headers })).status).toBe(200);
    house.services.books.answer((req) => req.socket.destroy());
    const before = house.services.books.seen.length;
    expect((await call(gateway, 'POST', '/api/books', { headers, body: '{}' })).status).toBe(502);
    expect(house.services.books.seen.length).toBe(before + 1);
  });

  it('passes a stream on piece by piece and tells the service when the reader has gone', async () => {
    let gone = false;
    let send: (text: string) => void = () => undefined;
    house.services.ai.answer((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.on('close', () => (gone = true));
      send = (text) => void res.write(text);
      send('event: delta\ndata: {"text":"one"}\n\n');
    });
    const pieces: string[] = [];
    const { hostname, port } = new URL(gateway);
    const reader = request(
      {
        hostname,
        port,
        path: '/api/ai/generate-chapter',
        method: 'POST',
        headers: {
          ...house.session(),
          accept: 'text/event-stream',
          'accept-encoding': 'gzip, br',
          'content-type': 'application/json',
        },
      },
      (res) => {
        expect(res.headers['content-encoding']).toBeUndefined();
        res
          .setEncoding('utf8')
          .on('data', (piece: string) => pieces.push(piece))
          .on('error', () => undefined);
      },
    );
    reader.on('error', () => undefined).end('{}');
    await eventually(() => pieces.length === 1);
    send('event: delta\ndata: {"text":"two"}\n\n');
    await eventually(() => pieces.length === 2);
    expect(gone).toBe(false);
    reader.destroy();
    await eventually(() => gone);
  });

  it('describes the whole API, and says when it has not changed', async () => {
    const answer = await call(gateway, 'GET', '/api/openapi.json');
    const paths = (JSON.parse(answer.text) as { paths: Record<string, Record<string, unknown>> }).paths;
    expect(Object.values(paths).flatMap((methods) => Object.keys(methods)).length).toBe(publicRoutes.length);
    expect(
      (
        await call(gateway, 'GET', '/api/openapi.json', {
          headers: { 'if-none-match': String(answer.headers['etag']) },
        })
      ).status,
    ).toBe(304);
  });
});
