import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyLimits, buildPath } from '@inkbear/contracts/route';
import { publicRoutes } from '@inkbear/contracts/routes';
import { serviceNames } from '@inkbear/contracts/services';
import { startTelemetry } from '@inkbear/service-kit/telemetry';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { call, TestEnvironment } from '../testing/test-gateway.ts';

let environment: TestEnvironment;
let gateway: string;
beforeAll(async () => {
  await startTelemetry({ service: 'gateway', env: { HOST: '127.0.0.1', TRACE_SAMPLING_RATIO: 0 } });
  environment = await TestEnvironment.start();
  gateway = await environment.open();
});
afterAll(() => environment.stop());
afterEach(() => Object.values(environment.services).forEach((service) => service.replyWith(null)));

const credentials = () => ({ ...environment.session(), ...environment.admin() });
const pathOf = (route: (typeof publicRoutes)[number]) =>
  buildPath(
    route,
    Object.fromEntries([...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [name ?? '', randomUUID()])),
  );

describe('the API proxy', () => {
  it.each(publicRoutes.map((route) => [route.id, route] as const))('forwards %s to its owner', async (_id, route) => {
    const path = pathOf(route);
    const before = environment.services[route.owner].received.length;
    const answer = await call(gateway, route.method, `${path}?a=%20b`, {
      headers: credentials(),
      ...(route.method === 'GET' ? {} : { body: '{}' }),
    });
    expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ service: route.owner })]);
    expect(environment.services[route.owner].received.slice(before).map(({ method, url }) => [method, url])).toEqual([
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
  ])('replies 404 to %s %s without calling a service', async (method, path) => {
    const before = serviceNames.map((name) => environment.services[name].received.length);
    const answer = await call(gateway, method, path, { headers: { ...credentials(), accept: 'text/html' } });
    expect([answer.status, answer.code]).toEqual([404, 'request.not_found']);
    expect(serviceNames.map((name) => environment.services[name].received.length)).toEqual(before);
  });

  it('strips client identity and proxy headers', async () => {
    const { cookie } = environment.session();
    await call(gateway, 'GET', '/api/books', {
      headers: {
        cookie: `${cookie}; inkbear_device=d`,
        'x-inkbear-identity': 'forged',
        'X-Inkbear-Anything': 'x',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil',
        forwarded: 'for=6.6.6.6',
        'x-request-id': 'id-of-the-client',
        authorization: 'Bearer x',
        'x-admin-token': 'x',
        connection: 'close',
        te: 'trailers',
        'time-zone': 'Europe/Paris',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
      },
    });
    const { headers } = environment.services.books.last;
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
    expect(environment.identityAt('books').role).toBe('user');
  });

  it('forwards cookies only to auth and admin', async () => {
    const headers = { cookie: `${environment.session().cookie}; inkbear_device=d; inkbear_consent=yes` };
    await call(gateway, 'POST', '/api/auth/logout', { headers });
    expect(environment.services.auth.last.headers.cookie).toBe(headers.cookie);
    await call(gateway, 'GET', '/api/site-logo', { headers });
    expect(environment.services.admin.last.headers.cookie).toBe(headers.cookie);
  });

  it('signs the identity for the owning service only, and none for a visitor', async () => {
    const [userId, sid] = [randomUUID(), randomUUID()];
    await call(gateway, 'GET', '/api/books', { headers: environment.session(userId, sid) });
    expect(environment.identityAt('books')).toMatchObject({ role: 'user', userId, sid });
    await call(gateway, 'GET', '/api/reviews', { headers: environment.session(userId, sid) });
    expect(environment.services.reviews.last.headers['x-inkbear-identity']).toBeUndefined();
    await call(gateway, 'POST', '/api/admin/logout', { headers: environment.admin('a1') });
    expect(environment.identityAt('admin')).toEqual({ role: 'admin', sid: 'a1' });
  });

  it.each(['00', '01'])(
    'starts the trace of a request itself and samples it by its own ratio, here 0 (flags %s)',
    async (flags) => {
      await call(gateway, 'GET', '/api/reviews', {
        headers: { traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}` },
      });
      expect(environment.services.reviews.last.headers['traceparent']).toMatch(
        /^00-(?!0af7651916cd43dd8448eb211c80319c)[0-9a-f]{32}-(?!b7ad6b7169203331)[0-9a-f]{16}-00$/,
      );
    },
  );

  it('rejects cross-site changes, except webhooks', async () => {
    const foreign = { ...credentials(), 'sec-fetch-site': 'cross-site' };
    const answer = await call(gateway, 'POST', '/api/books', { headers: foreign, body: '{}' });
    expect([answer.status, answer.code]).toEqual([403, 'request.cross_site']);
    expect(
      (await call(gateway, 'POST', '/api/billing/webhook', { headers: { origin: 'https://evil.example' }, body: '{}' }))
        .status,
    ).toBe(200);
  });

  it('accepts a body of exactly the limit and rejects one byte more, with and without Content-Length', async () => {
    const [headers, path] = [environment.session(), `/api/chapters/${randomUUID()}`];
    const longest = Buffer.alloc(bodyLimits.prose, 'a');
    expect((await call(gateway, 'PUT', path, { headers, body: longest })).status).toBe(200);
    expect(environment.services.books.last.body.length).toBe(bodyLimits.prose);
    const tooLong = Buffer.alloc(bodyLimits.prose + 1, 'a');
    expect(await call(gateway, 'PUT', path, { headers, body: tooLong })).toMatchObject({
      status: 413,
      code: 'request.too_large',
    });
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    expect((await call(gateway, 'PUT', path, { headers: chunked, body: longest })).status).toBe(200);
    expect(environment.services.books.last.body.length).toBe(bodyLimits.prose);
    expect(await call(gateway, 'PUT', path, { headers: chunked, body: tooLong })).toMatchObject({
      status: 413,
      code: 'request.too_large',
    });
    expect(
      (await call(gateway, 'POST', '/api/auth/login', { body: Buffer.alloc(bodyLimits.small + 1, 'a') })).status,
    ).toBe(413);
  });

  it('forwards the body of a DELETE', async () => {
    await call(gateway, 'DELETE', '/api/user', { headers: environment.session(), body: '{"password":"x"}' });
    expect(environment.services.auth.last.body).toBe('{"password":"x"}');
  });

  it('replies 502 when a service disconnects', async () => {
    environment.services.books.replyWith((req) => req.socket.destroy());
    const answer = await call(gateway, 'POST', '/api/books', { headers: environment.session(), body: '{}' });
    expect([answer.status, answer.code, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      502,
      'server.dependency',
      '2',
      'no-store',
    ]);
    environment.services.books.replyWith((req) => void req.socket.end('nonsense\r\n\r\n'));
    expect((await call(gateway, 'GET', '/api/books', { headers: environment.session() })).status).toBe(502);
  });

  it('retries a read on a stale keep-alive connection, but never a write', async () => {
    const headers = environment.session();
    await call(gateway, 'GET', '/api/personal-stories', { headers });
    let isConnectionStale = true;
    environment.services.stories.replyWith((req, res) => {
      if (isConnectionStale) {
        isConnectionStale = false;
        req.socket.destroy();
      } else res.end('{}');
    });
    expect((await call(gateway, 'GET', '/api/personal-stories', { headers })).status).toBe(200);
    environment.services.books.replyWith((req) => req.socket.destroy());
    const before = environment.services.books.received.length;
    expect((await call(gateway, 'POST', '/api/books', { headers, body: '{}' })).status).toBe(502);
    expect(environment.services.books.received.length).toBe(before + 1);
  });

  it('forwards a stream chunk by chunk and aborts the service request when the client disconnects', async () => {
    let isAborted = false;
    let send: (text: string) => void = () => undefined;
    environment.services.ai.replyWith((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.on('close', () => (isAborted = true));
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
          ...environment.session(),
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
    expect(isAborted).toBe(false);
    reader.destroy();
    await eventually(() => isAborted);
  });

  it('serves the OpenAPI document, and replies 304 when it has not changed', async () => {
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
