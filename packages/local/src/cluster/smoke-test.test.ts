import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { processNames } from '@inkbear/contracts/services';
import { pinnedNode } from '../paths.ts';
import { fileOf, findManifest, podOf, readGolden } from './golden.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Serves fixed replies by path. Returns `127.0.0.1:<port>`. */
async function serve(replies: Readonly<Record<string, unknown>>, status = 200): Promise<string> {
  const server = createServer((request, response) => {
    const reply = replies[request.url ?? ''];
    response
      .writeHead(reply === undefined ? 404 : status)
      .end(typeof reply === 'string' ? reply : JSON.stringify(reply));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}
const serveGateway = () =>
  serve({ '/readyz': { ready: true }, '/': '<!DOCTYPE html>', '/api/openapi.json': { openapi: '3.1.0' } });
const servePod = (ready: boolean, checks: object) => serve({ '/readyz': { ready, checks } }, ready ? 200 : 503);

/** Runs the program as the test pod does, with these processes. Returns the exit code and the printed lines. */
async function run(gateway: string, readiness: Readonly<Record<string, string>>): Promise<[number, string[]]> {
  const program = readFileSync(fileOf('charts/inkbear/files/smoke-test.mjs'), 'utf8');
  const child = spawn(pinnedNode, ['--input-type=module', '--eval', program], {
    env: {
      GATEWAY_URL: `http://${gateway}`,
      READINESS: Object.entries(readiness)
        .map(([name, target]) => `${name}=${target}`)
        .join(' '),
    },
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  return [code, output.trim().split('\n')];
}

describe('helm test', () => {
  it('passes when the gateway replies and every pod is connected to its servers', async () => {
    const connected = { mongodb: true, nats: true };
    const [code, lines] = await run(await serveGateway(), {
      books: await servePod(true, connected),
      gateway: await servePod(true, connected),
    });
    expect([code, lines]).toEqual([
      0,
      [
        'The gateway answers /readyz.',
        'The gateway answers /.',
        'The gateway answers /api/openapi.json.',
        'books at 127.0.0.1 is ready.',
        'gateway at 127.0.0.1 is ready.',
      ],
    ]);
  });

  it('fails with one line for each process without a connection to MongoDB or NATS', async () => {
    const [code, lines] = await run(await serveGateway(), {
      auth: await servePod(true, { mongodb: true, nats: false }),
      books: await servePod(false, { mongodb: false, nats: true }),
      ai: await servePod(false, { mongodb: true, nats: true }),
    });
    expect([code, lines.filter((line) => line.startsWith('FAILED'))]).toEqual([
      1,
      [
        'FAILED auth at 127.0.0.1 has no connection to NATS.',
        'FAILED books at 127.0.0.1 has no connection to MongoDB.',
        'FAILED ai at 127.0.0.1 is not ready.',
      ],
    ]);
  });

  it('fails when a process has no pod, does not answer or does not report its connections', async () => {
    const closed = await serve({});
    servers.pop()?.close();
    const [code, lines] = await run(closed, {
      auth: 'no-such-host.invalid:9464',
      books: closed,
      ai: await serve({ '/readyz': { ready: true } }),
    });
    const failures = lines.filter((line) => line.startsWith('FAILED'));
    expect([code, failures.length]).toEqual([1, 6]);
    expect(failures.slice(0, 3).every((line) => line.startsWith('FAILED The gateway does not answer /'))).toBe(true);
    expect(failures[3]).toBe('FAILED auth has no pod.');
    expect(failures[4]).toMatch(/^FAILED books at 127\.0\.0\.1 does not say whether it is ready: connect ECONNREFUSED/);
    expect(failures[5]).toMatch(/^FAILED ai at 127\.0\.0\.1 does not say whether it is ready: /);
  });

  it('checks every process, from a pod that is kept for its log', () => {
    const manifests = readGolden('small');
    const pod = findManifest(manifests, 'Pod', 'inkbear-test-reachable');
    expect(pod.metadata.annotations).toEqual({
      'helm.sh/hook': 'test',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    });
    const readiness = podOf(pod).containers[0]?.env?.find(({ name }) => name === 'READINESS')?.value ?? '';
    expect(readiness.split(' ').sort()).toEqual(
      processNames.map((name) => `${name}=inkbear-${name}-metrics:9464`).sort(),
    );
    const { egress = [] } = findManifest(manifests, 'NetworkPolicy', 'inkbear-test').spec;
    expect(egress.map(({ ports }) => ports?.map(({ port }) => port))).toEqual([[53, 53], [8080], [9464]]);
  });
});
