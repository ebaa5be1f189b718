import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { defineRoute } from '@inkbear/contracts/route';
import { z } from 'zod';
import { loadSigningKey } from './keys.ts';
import { Peers } from './peers.ts';
import { ProblemError } from './problem.ts';
import { FakePeer } from './testing/fake-peer.ts';
import { createTestKeys } from './testing/test-keys.ts';

const route = defineRoute({
  id: 'peerThing',
  owner: 'billing',
  method: 'GET',
  path: '/internal/thing',
  summary: 'Read a thing',
  access: 'service',
  rate: 'read',
  responses: { 200: z.object({ thing: z.string() }) },
  errors: ['request.in_progress', 'stories.quota_used'],
});
const signer = loadSigningKey(createTestKeys(['books']).privateKeyFile('books'));

describe('Peers', () => {
  const servers: Server[] = [];
  const call = async (answer: RequestListener) => {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const peers = new Peers({
      signer,
      service: 'books',
      urls: { billing: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });
    return await peers.call(route, { timeoutMs: 300 });
  };
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  it('returns the reply of the peer', async () => {
    expect(await call((_req, res) => res.end('{"thing":"a"}'))).toEqual({ thing: 'a' });
  });

  it('sends a body where the route has one', async () => {
    const sent: unknown[] = [];
    const peer = await FakePeer.start((path, body) => {
      sent.push(path, body);
      return { thing: 'kept' };
    });
    const keep = defineRoute({ ...route, id: 'keepThing', method: 'POST', body: z.object({ thing: z.string() }) });
    const peers = new Peers({ signer, service: 'books', urls: { billing: peer.url } });
    expect([await peers.call(keep, { body: { thing: 'ä' } }), sent]).toEqual([
      { thing: 'kept' },
      ['/internal/thing', { thing: 'ä' }],
    ]);
    await peer.stop();
  });

  it('throws server.unavailable when the peer stalls, disconnects or sends an invalid reply', async () => {
    const unavailable = { code: 'server.unavailable' };
    await expect(call((_req, res) => void res.writeHead(200).write('{"thing":'))).rejects.toMatchObject(unavailable);
    await expect(
      call((_req, res) => void res.writeHead(200, { 'content-length': '50' }).write('{', () => res.destroy())),
    ).rejects.toMatchObject(unavailable);
    for (const text of ['{"thing":', '{"thing":1}'])
      await expect(call((_req, res) => res.end(text))).rejects.toMatchObject(unavailable);
    await expect(call((_req, res) => res.writeHead(418).end('<html>'))).rejects.toMatchObject(unavailable);
  });

  it('follows no redirect', async () => {
    const asked: (string | undefined)[] = [];
    const answer: RequestListener = (req, res) => {
      asked.push(req.url);
      res.writeHead(req.url === '/elsewhere' ? 200 : 302, { location: '/elsewhere' }).end('{"thing":"a"}');
    };
    await expect(call(answer)).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(asked).toEqual(['/internal/thing']);
  });

  it.each([
    'request.not_found',
    'auth.role_required',
    'request.invalid',
    'auth.signed_out',
    'books.not_found',
  ] as const)('throws server.unavailable with Retry-After for %s, which the route does not declare', async (code) => {
    const problem = new ProblemError(code);
    const answer = call((_req, res) => res.writeHead(problem.status).end(JSON.stringify(problem.toProblem('r'))));
    await expect(answer).rejects.toMatchObject({ code: 'server.unavailable', headers: { 'Retry-After': '2' } });
  });

  it('passes on a problem with its Retry-After', async () => {
    const problem = new ProblemError('request.in_progress').toProblem('r');
    await expect(
      call((_req, res) => res.writeHead(409, { 'retry-after': '7' }).end(JSON.stringify(problem))),
    ).rejects.toMatchObject({ code: 'request.in_progress', headers: { 'Retry-After': '7' } });
  });

  it('passes on the extra fields of a problem', async () => {
    const problem = new ProblemError('stories.quota_used', {
      used: 12,
      allowed: 10,
      errors: [{ path: 'title', message: 'Too long.' }],
      rev: 3,
    });
    const answer = call((_req, res) => res.writeHead(403).end(JSON.stringify(problem.toProblem('r'))));
    await expect(answer).rejects.toMatchObject({
      code: 'stories.quota_used',
      used: 12,
      allowed: 10,
      errors: [{ path: 'title', message: 'Too long.' }],
      rev: 3,
    });
  });
});
