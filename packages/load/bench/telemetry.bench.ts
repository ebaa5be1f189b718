// Compares the processor time of a request to the books service with and without telemetry.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '@inkbear/local/free-port';
import { startInfrastructure } from '@inkbear/local/infrastructure';
import { BooksAuthors } from './books-authors.ts';
import { BooksProcess } from './books-process.ts';
import type { ChapterSession } from './chapter-session.ts';
import { compare, type Candidate } from './harness.ts';
import { WireClient } from './wire-client.ts';

const textLength = 15_000;
const concurrent = 8;
/** A multiple of 100, because books stores the whole text again at every hundredth save. */
const requestsOfSession = 200;
const warmUps = 6;

interface Server {
  readonly name: string;
  readonly books: BooksProcess;
  readonly authors: BooksAuthors;
  /** Scraped once in each run; Prometheus does it every 15 s or less often. */
  readonly metricsUrl: string | undefined;
}
type SendRequest = (authors: BooksAuthors, client: WireClient, session: ChapterSession) => Promise<void>;

const workloads: Readonly<Record<string, SendRequest>> = {
  'Saves of a chapter': (authors, client, session) => authors.save(client, session),
  'Reads of a chapter': (authors, client, session) => authors.read(client, session),
};

/** Receives traces, and counts the requests that send them. */
async function startCollector(): Promise<{ url: string; received: () => number; stop: () => void }> {
  let received = 0;
  const server = createServer((req, res) => {
    received += 1;
    req.resume().on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => received,
    stop: () => server.close().closeAllConnections(),
  };
}

const candidate = ({ name, books, authors, metricsUrl }: Server, send: SendRequest): Candidate => ({
  name,
  run: async () => {
    const client = new WireClient();
    const cpuBefore = await books.process.cpu();
    await Promise.all(
      authors.sessions.map(async (session) => {
        for (let count = 0; count < requestsOfSession; count += 1) await send(authors, client, session);
      }),
    );
    if (metricsUrl) await (await fetch(metricsUrl)).text();
    const cpu = (await books.process.cpu()) - cpuBefore;
    client.close();
    return { 'CPU a request': cpu / (authors.sessions.length * requestsOfSession) };
  },
});

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-bench-'));
const infrastructure = await startInfrastructure({ dataDir, report: (line) => console.error(line) });
const collector = await startCollector();
const servers: Server[] = [];
try {
  const ports = await freePorts(6);
  const metrics = (port = 0) => ({ METRICS_PORT: String(port) });
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_SAMPLING_RATIO: '0.05' };
  const variants: { name: string; env: Record<string, string> }[] = [
    { name: 'no telemetry', env: { OTEL_SDK_DISABLED: 'true' } },
    { name: 'trace ids in logs', env: {} },
    { name: 'metrics', env: metrics(ports[4]) },
    { name: 'metrics, 5 % of traces', env: { ...metrics(ports[5]), ...traces } },
  ];
  for (const [index, { name, env }] of variants.entries()) {
    const books = await BooksProcess.start(infrastructure, ports[index] ?? 0, { name: `telemetry${index}`, env });
    const authors = await BooksAuthors.create(books, concurrent, textLength);
    const port = env['METRICS_PORT'];
    servers.push({ name, books, authors, metricsUrl: port && `http://127.0.0.1:${port}/metrics` });
  }
  for (const [title, send] of Object.entries(workloads)) {
    const [first, ...others] = servers.map((server) => candidate(server, send));
    if (!first) throw new Error('There are no candidates.');
    await compare({
      title: `${title} of ${textLength} characters, ${concurrent} at a time, ${concurrent * requestsOfSession} a run`,
      candidates: [first, ...others],
      figures: { 'CPU a request': { unit: 'µs', decimals: 0 } },
      targets: { 'CPU a request': 1.15 },
      warmUps,
      versions: { node: process.version },
    });
  }
  if (collector.received() === 0) throw new Error('No traces were sent.');
} finally {
  await Promise.all(servers.map(({ books }) => books.process.stop()));
  collector.stop();
  await infrastructure.stop();
  await rm(dataDir, { recursive: true, force: true });
}
