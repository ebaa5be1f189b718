import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DataFolder } from '../data-folder.ts';
import type { Supervisor } from '../supervisor.ts';
import { forwardLines } from './forward-lines.ts';
import { startPrometheus, startTraceViewer } from './observe.ts';
import { prometheusConfig } from './plans.ts';
import { TraceForwarder } from './trace-forwarder.ts';

describe('npm start -- --observe', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-observe-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const context = (env: Record<string, string>) => ({
    data: DataFolder.open(path.join(folder, 'data')),
    supervisor: {} as Supervisor,
    env,
    report,
  });

  it('reports each missing tool in one line instead of failing', async () => {
    lines.length = 0;
    expect(await startTraceViewer(context({ PATH: '/nowhere' }))).toBeNull();
    expect(await startPrometheus(context({ PATH: '/nowhere' }), {})).toBeNull();
    expect(lines).toEqual([
      'There is no trace viewer: java is not on PATH (Debian: apt install default-jre-headless maven).',
      'There is no Prometheus: prometheus is not on PATH (Debian: apt install prometheus).',
    ]);
  });

  it('configures the metrics address and the name of each process and the rules of the chart', () => {
    const config = JSON.parse(prometheusConfig({ books: 'http://127.0.0.1:20001/metrics' }));
    expect(config.scrape_configs[0]).toEqual({
      job_name: 'inkbear',
      static_configs: [{ targets: ['127.0.0.1:20001'], labels: { service: 'books' } }],
    });
    expect(config.rule_files).toEqual([expect.stringMatching(/charts\/inkbear\/monitoring\/rules\.yaml$/)]);
  });

  it('forwards spans to Zipkin, and reports only once that spans are lost', async () => {
    lines.length = 0;
    const received: unknown[] = [];
    let status = 202;
    const zipkin = createServer((request, response) => {
      void json(request).then((body) => {
        received.push([request.url, body]);
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(zipkin, 'listening');
    const forwarder = await TraceForwarder.listen(`http://127.0.0.1:${(zipkin.address() as AddressInfo).port}`, report);
    const send = async () => {
      const body = JSON.stringify({ resourceSpans: [] });
      return (await fetch(`${forwarder.url}/v1/traces`, { method: 'POST', headers: { connection: 'close' }, body }))
        .status;
    };
    expect(await send()).toBe(200);
    expect(received).toEqual([['/api/v2/spans', []]]);
    status = 500;
    expect([await send(), await send()]).toEqual([503, 503]);
    expect(lines).toEqual(['Traces are lost: Zipkin answers 500']);
    zipkin.close();
    zipkin.closeAllConnections();
  });

  it('sends each line of a log that has traces, and skips other lines', async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push(`${request.url} ${body}`);
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    async function* log() {
      yield 'Found 2 pods, using pod/collector-1';
      yield '{"resourceSpans":[]}';
      yield '';
      yield '{"resourceSpans":[{"scopeSpans":[]}]}';
    }
    await forwardLines(log(), `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
    receiver.close();
    receiver.closeAllConnections();
    expect(received).toEqual(['/v1/traces {"resourceSpans":[]}', '/v1/traces {"resourceSpans":[{"scopeSpans":[]}]}']);
  });
});
