import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyLimits } from '@inkbear/contracts/route';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { call, TestEnvironment } from '../testing/test-gateway.ts';

const megabyte = 1024 * 1024;
/** More than the buffers of two connections on one machine, in MB. */
const bufferedMb = 36;

describe('uploads that their service stores while they arrive', () => {
  let environment: TestEnvironment;
  let gateway: string;
  beforeAll(async () => {
    environment = await TestEnvironment.start();
    gateway = await environment.open();
  });
  afterEach(() => environment.services.export.replyWith(null));
  afterAll(async () => await environment.stop());

  /** Sends a body like a browser, which reads the reply only after it has sent all of it. */
  async function sendWholeBody(bytes: number, headers: Record<string, string>): Promise<string> {
    const { hostname, port } = new URL(gateway);
    const socket = connect(Number(port), hostname);
    socket.pause();
    const head = [
      'POST /api/imports HTTP/1.1',
      'host: localhost',
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${bytes}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const piece = Buffer.alloc(megabyte, 'a');
    for (let sent = 0; sent < bytes; sent += megabyte)
      if (!socket.write(piece.subarray(0, Math.min(megabyte, bytes - sent)))) await once(socket, 'drain');
    let reply = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      reply += String(chunk);
      if (reply.includes('}')) break;
    }
    return reply;
  }

  it('are forwarded up to 51 MB with backpressure, so that no process holds them in memory', async () => {
    let received = 0;
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    environment.services.export.replyWith((req, res) => {
      void started.then(() => {
        req.on('data', (piece: Buffer) => (received += piece.length));
        req.on('end', () => res.end('{}'));
      });
    });
    const { hostname, port } = new URL(gateway);
    const sent = request({
      hostname,
      port,
      method: 'POST',
      path: '/api/imports',
      headers: { ...environment.session(), 'content-length': bodyLimits.import },
    });
    let flushedMb = 0;
    const piece = Buffer.alloc(megabyte, 'a');
    const sendNext = () => {
      if (flushedMb === bodyLimits.import / megabyte) return void sent.end();
      sent.write(piece, (error) => {
        if (error) return;
        flushedMb += 1;
        sendNext();
      });
    };
    sendNext();
    await eventually(() => flushedMb > 0);
    await sleep(500);
    expect(flushedMb).toBeLessThan(bufferedMb);
    start();
    const [response] = (await once(sent, 'response')) as [{ statusCode: number }];
    expect([response.statusCode, received]).toEqual([200, bodyLimits.import]);
  });

  it('are refused when they are declared longer', async () => {
    const headers = { ...environment.session(), 'content-length': String(bodyLimits.import + 20 * megabyte) };
    const before = environment.services.export.received.length;
    const answer = await call(gateway, 'POST', '/api/imports', { headers });
    expect([answer.status, answer.code]).toEqual([413, 'request.too_large']);
    expect(environment.services.export.received.length).toBe(before);
  });

  it('get the reply of the gateway also when they are sent to the end before', async () => {
    const before = environment.services.export.received.length;
    expect(await sendWholeBody(30 * megabyte, {})).toMatch(/^HTTP\/1\.1 401 [^]*auth\.signed_out/);
    expect(environment.services.export.received.length).toBe(before);
  });

  it('get the reply of a service that refuses them before it has read them', async () => {
    environment.services.export.replyWith((_req, res) =>
      res.writeHead(403, { 'content-type': 'application/problem+json' }).end('{"code":"export.quota_used"}'),
    );
    const reply = await sendWholeBody(30 * megabyte, environment.session());
    expect(reply).toMatch(/^HTTP\/1\.1 403 [^]*export\.quota_used/);
  });

  it('run one at a time for each caller, beside other requests', async () => {
    const open: ServerResponse[] = [];
    environment.services.export.replyWith((req, res) => {
      if (req.method === 'POST') open.push(res);
      else res.end('{}');
    });
    const headers = environment.session();
    const upload = (as: Record<string, string>) => call(gateway, 'POST', '/api/imports', { headers: as, body: 'x' });
    const first = upload(headers);
    await eventually(() => open.length === 1);
    const second = await upload(headers);
    expect([second.status, second.code, second.headers['retry-after']]).toEqual([503, 'server.busy', '1']);
    const other = upload(environment.session());
    await eventually(() => open.length === 2);
    expect((await call(gateway, 'GET', '/api/imports', { headers })).status).toBe(200);
    for (const res of open) res.end('{}');
    expect((await Promise.all([first, other])).map(({ status }) => status)).toEqual([200, 200]);
    environment.services.export.replyWith(null);
    expect((await upload(headers)).status).toBe(200);
  });
});
