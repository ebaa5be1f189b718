import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { call, TestEnvironment } from '../testing/test-gateway.ts';

describe('requests in flight', () => {
  let environment: TestEnvironment;
  let gateway: string;
  /** Requests that books has received and not answered yet. */
  let open: ServerResponse[];
  beforeAll(async () => {
    environment = await TestEnvironment.start();
    gateway = await environment.open();
  });
  beforeEach(() => {
    open = [];
    environment.services.books.replyWith((req, res) => {
      if (req.url === '/api/books/quick') res.end('{}');
      else open.push(res);
    });
  });
  afterAll(async () => await environment.stop());

  const answerAll = async (answers: Promise<unknown>[]): Promise<void> => {
    let settled = false;
    void Promise.all(answers).finally(() => (settled = true));
    await eventually(async () => {
      for (const res of open.splice(0)) res.end('{}');
      return settled;
    });
  };
  const send = (count: number, headers: Record<string, string>) =>
    Array.from({ length: count }, () => call(gateway, 'GET', '/api/books', { headers }));

  it('run at most eight at a time for each caller; further ones wait', async () => {
    const answers = send(20, environment.session());
    await eventually(async () => open.length === 8);
    await answerAll(answers);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it('run one large body at a time for each caller, and small ones at the same time', async () => {
    const headers = { ...environment.session(), 'content-type': 'application/json' };
    const body = JSON.stringify({ content: 'a'.repeat(300_000) });
    const save = () => call(gateway, 'PUT', '/api/chapters/1', { headers, body });
    const large = Array.from({ length: 5 }, save);
    await eventually(async () => open.length === 1);
    expect((await call(gateway, 'GET', '/api/books/quick', { headers })).status).toBe(200);
    expect(open.length).toBe(1);
    const other = call(gateway, 'PUT', '/api/chapters/2', {
      headers: { ...environment.session(), 'content-type': 'application/json' },
      body,
    });
    await eventually(async () => open.length === 2);
    await answerAll([...large, other]);
    expect((await Promise.all(large)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('are not long calls merely because their client accepts a stream', async () => {
    const headers = { ...environment.session(), 'content-type': 'application/json', accept: 'text/event-stream' };
    const body = JSON.stringify({ content: 'a'.repeat(300_000) });
    const large = Array.from({ length: 5 }, () => call(gateway, 'PUT', '/api/chapters/1', { headers, body }));
    await eventually(async () => open.length === 1);
    const small = send(20, headers);
    await eventually(async () => open.length === 8);
    expect(open.filter(({ req }) => req.method === 'PUT')).toHaveLength(1);
    await answerAll([...large, ...small]);
  });

  it('do not delay another caller, however many one caller sends', async () => {
    const answers = send(300, environment.session());
    await eventually(async () => open.length === 8);
    const other = await call(gateway, 'GET', '/api/books/quick', { headers: environment.session() });
    expect(other.status).toBe(200);
    expect(open.length).toBe(8);
    await answerAll(answers);
    const refused = (await Promise.all(answers)).filter(({ status }) => status !== 200);
    expect(refused.length).toBe(300 - 8 - 64);
    for (const { status, code, headers } of refused)
      expect([status, code, headers['retry-after']]).toEqual([503, 'server.busy', '1']);
  });

  it('do not occupy another service', async () => {
    const headers = environment.session();
    const answers = send(8, headers);
    await eventually(async () => open.length === 8);
    expect((await call(gateway, 'GET', '/api/personal-stories', { headers })).status).toBe(200);
    await answerAll(answers);
  });

  it('leave the queue when their client disconnects', async () => {
    const headers = environment.session();
    const answers = send(8, headers);
    await eventually(async () => open.length === 8);
    const left = new AbortController();
    const waiting = fetch(`${gateway}/api/books`, { headers, signal: left.signal });
    await new Promise((resolve) => setTimeout(resolve, 50));
    left.abort();
    await expect(waiting).rejects.toThrow('aborted');
    // The gateway notices the closed connection a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const received = environment.services.books.received.length;
    await answerAll(answers);
    expect(environment.services.books.received.length).toBe(received);
  });

  it('are refused after five seconds in the queue', async () => {
    const headers = environment.session();
    const answers = send(8, headers);
    await eventually(async () => open.length === 8);
    const late = await call(gateway, 'GET', '/api/books', { headers });
    expect([late.status, late.code, late.headers['retry-after']]).toEqual([503, 'server.busy', '1']);
    await answerAll(answers);
  });
});
