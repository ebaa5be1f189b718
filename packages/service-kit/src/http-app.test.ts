import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { defineRoute, emptyReply } from '@inkbear/contracts/route';
import type { RequestHandler } from 'express';
import { createHttpApp } from './http-app.ts';
import { createLogger } from './logger.ts';
import { ProblemError } from './problem.ts';

describe('createHttpApp', () => {
  const logged: [level: string, message: string, fields: object][] = [];
  const logger = Object.assign(createLogger('test', 'silent'), {
    error: (fields: object, message: string) => void logged.push(['error', message, fields]),
    warn: (fields: object, message: string) => void logged.push(['warn', message, fields]),
  });
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
    logged.length = 0;
  });
  const call = async (handler: RequestHandler, path = '/', headers: Record<string, string> = {}) => {
    const app = createHttpApp({ logger, routers: [handler], health: (_req, _res, next) => next() });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
  };

  it('forbids caches to store an answer', async () => {
    const { headers } = await call((_req, res) => void res.json({}));
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('reads a query parameter that is sent twice as a list, and no nested ones', async () => {
    const answer = await call((req, res) => void res.json(req.query), '/?cursor=1&cursor=2&x[$ne]=3');
    expect(await answer.json()).toEqual({ cursor: ['1', '2'], 'x[$ne]': '3' });
  });

  it.each(['short', 'has a blank inside', '{"level":50}', 'x'.repeat(65)])(
    'replaces the request id %j, and keeps a well-formed one',
    async (id) => {
      const requestIdOf = async (sent: string) =>
        (await call((_req, res) => void res.end(), '/', { 'x-request-id': sent })).headers.get('x-request-id');
      expect(await requestIdOf(id)).toMatch(/^[0-9a-f-]{36}$/);
      expect(await requestIdOf('abcdefgh-1')).toBe('abcdefgh-1');
    },
  );

  it('logs an unexpected error and answers without its details', async () => {
    const answer = await call(() => {
      throw new Error('the password is violet');
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('violet');
    expect(logged).toContainEqual(['error', 'unexpected_error', expect.anything()]);
  });

  it('logs a refusal without its stack, and a failed dependency with its error', async () => {
    const cause = new Error('no connection');
    for (const more of [{}, { cause }])
      await call(() => {
        throw new ProblemError('server.unavailable', more);
      });
    expect(logged.map(([, message, fields]) => [message, fields])).toEqual([
      ['request_refused', { code: 'server.unavailable' }],
      ['dependency_failed', { err: cause, code: 'server.unavailable' }],
    ]);
  });

  it('sends and logs an error code that the route does not declare', async () => {
    const route = defineRoute({
      id: 'readThing',
      owner: 'books',
      method: 'GET',
      path: '/api/thing',
      summary: 'Read a thing',
      access: 'user',
      rate: 'read',
      responses: { 200: emptyReply },
      errors: ['books.not_found'],
    });
    const codeOf = async (code: ConstructorParameters<typeof ProblemError>[0]) => {
      const answer = await call((_req, res) => {
        res.locals['route'] = route;
        throw new ProblemError(code, { message: 'The text of a user' });
      });
      return ((await answer.json()) as { code: string }).code;
    };
    for (const code of ['books.not_found', 'request.invalid', 'auth.signed_out', 'auth.role_required'] as const)
      expect(await codeOf(code)).toBe(code);
    expect(logged).toEqual([]);
    expect(await codeOf('books.chapter_not_found')).toBe('books.chapter_not_found');
    expect(logged).toEqual([
      ['warn', 'undeclared_error_code', { route: 'readThing', code: 'books.chapter_not_found' }],
    ]);
  });
});
