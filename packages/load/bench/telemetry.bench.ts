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
/** Two processes of the same program differ by several percent, so each candidate has several, which take turns. */
const processesEach = 3;
const runs = 5 * processesEach;
const warmUps = 6 * processesEach;

interface Server {
  readonly books: BooksProcess;
  readonly authors: BooksAuthors;
  /** Scraped once in each run; Prometheus does it every 15 s or less often. */
  readonly metricsUrl: string | undefined;
}
interface Variant {
  readonly name: string;
  readonly servers: readonly Server[];
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

/** The processor time of a request in one run of one process, in microseconds. */
async function measure({ books, authors, metricsUrl }: Server, send: SendRequest): Promise<number> {
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
  return cpu / (authors.sessions.length * requestsOfSession);
}

function candidate({ name, servers }: Variant, send: SendRequest): Candidate {
  let run = 0;
  return {
    name,
    run: async () => {
      const server = servers[run % servers.length];
      if (!server) throw new Error(`${name} has no process.`);
      run += 1;
      return { 'CPU a request': await measure(server, send) };
    },
  };
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-bench-'));
const infrastructure = await startInfrastructure({ dataDir, report: (line) => console.error(line) });
const collector = await startCollector();
const started: BooksProcess[] = [];

async function startServer(name: string, env: Record<string, string>, hasMetrics: boolean): Promise<Server> {
  const [port = 0, metricsPort = 0] = await freePorts(2);
  const metrics = hasMetrics ? { METRICS_PORT: String(metricsPort) } : {};
  const books = await BooksProcess.start(infrastructure, port, { name, env: { ...env, ...metrics } });
  started.push(books);
  const authors = await BooksAuthors.create(books, concurrent, textLength);
  return { books, authors, metricsUrl: hasMetrics ? `http://127.0.0.1:${metricsPort}/metrics` : undefined };
}

try {
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_SAMPLING_RATIO: '0.05' };
  const planned = [
    { name: 'no telemetry', env: { OTEL_SDK_DISABLED: 'true' }, hasMetrics: false },
    { name: 'trace ids in logs', env: {}, hasMetrics: false },
    { name: 'metrics', env: {}, hasMetrics: true },
    { name: 'metrics, 5 % of traces', env: traces, hasMetrics: true },
  ];
  const variants: Variant[] = [];
  for (const [index, { name, env, hasMetrics }] of planned.entries()) {
    const servers: Server[] = [];
    while (servers.length < processesEach)
      servers.push(await startServer(`telemetry${index}-${servers.length}`, env, hasMetrics));
    variants.push({ name, servers });
  }
  for (const [title, send] of Object.entries(workloads)) {
    const [first, ...others] = variants.map((variant) => candidate(variant, send));
    if (!first) throw new Error('There are no candidates.');
    await compare({
      title: `${title} of ${textLength} characters, ${concurrent} at a time, ${concurrent * requestsOfSession} a run`,
      candidates: [first, ...others],
      figures: { 'CPU a request': { unit: 'µs', decimals: 0 } },
      targets: { 'CPU a request': 1.15 },
      runs,
      warmUps,
      versions: { node: process.version },
    });
  }
  if (collector.received() === 0) throw new Error('No traces were sent.');
} finally {
  await Promise.all(started.map((books) => books.process.stop()));
  collector.stop();
  await infrastructure.stop();
  await rm(dataDir, { recursive: true, force: true });
}
