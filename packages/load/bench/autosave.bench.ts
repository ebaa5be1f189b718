import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@inkbear/local/free-port';
import { startInfrastructure } from '@inkbear/local/infrastructure';
import { BooksAuthors } from './books-authors.ts';
import { BooksProcess } from './books-process.ts';
import { ChapterSession, generateProse } from './chapter-session.ts';
import { compare, type Candidate, median } from './harness.ts';
import { cpuOf, MeasuredProcess } from './measured-process.ts';
import { WireClient } from './wire-client.ts';

const textLength = 15_000;
/**
 * Chapters that are saved concurrently, and the saves of each in one run: multiples of 100, because books stores the
 * whole text again at every hundredth save.
 */
const workloads = [
  { sessions: 32, saves: 100 },
  { sessions: 8, saves: 200 },
  { sessions: 1, saves: 400 },
] as const;
/** Enough runs for Node to have compiled the hot code. */
const warmUps = 8;
const maxSessions = 32;

interface Server {
  readonly name: string;
  readonly process: MeasuredProcess;
  readonly sessions: readonly ChapterSession[];
  readonly save: (client: WireClient, session: ChapterSession) => Promise<void>;
}

/** One run: each session saves its changes sequentially, all sessions concurrently. */
function candidate(
  { name, process, sessions, save }: Server,
  workload: (typeof workloads)[number],
  mongodPid: number | undefined,
): Candidate {
  const run = async () => {
    const client = new WireClient();
    const times: number[] = [];
    const mongod = () => (mongodPid === undefined ? NaN : cpuOf(mongodPid));
    const [cpuBefore, mongodBefore] = [await process.cpu(), mongod()];
    await Promise.all(
      sessions.slice(0, workload.sessions).map(async (session) => {
        for (let count = 0; count < workload.saves; count += 1) {
          const startedAt = performance.now();
          await save(client, session);
          times.push(performance.now() - startedAt);
        }
      }),
    );
    const [cpu, mongodCpu] = [(await process.cpu()) - cpuBefore, mongod() - mongodBefore];
    const { bytes } = client;
    client.close();
    return {
      'CPU a save': cpu / times.length,
      'mongod CPU a save': mongodCpu / times.length,
      'bytes a save': bytes / times.length,
      'median answer': median(times),
    };
  };
  return { name, run };
}

async function startBaseline(port: number, mongodbUri: string): Promise<MeasuredProcess> {
  const file = fileURLToPath(new URL('./autosave-baseline.ts', import.meta.url));
  return await MeasuredProcess.start(
    file,
    { NODE_ENV: 'production', MONGODB_URI: mongodbUri, PORT: String(port) },
    async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok,
  );
}

async function baselineServers(process: MeasuredProcess, url: string): Promise<Server[]> {
  const client = new WireClient();
  const content = generateProse(textLength);
  const server = async (reply: 'whole' | 'short'): Promise<Server> => {
    const sessions = Array.from({ length: maxSessions }, () => new ChapterSession(randomUUID(), content));
    for (const { id } of sessions) await client.send('POST', `${url}/chapters/${id}`, JSON.stringify({ content }));
    const save = async (wire: WireClient, session: ChapterSession) =>
      void (await wire.send(
        'PUT',
        `${url}/${reply}/${session.id}`,
        JSON.stringify({ content: session.type().text, wordCount: 2500 }),
      ));
    return { name: `Express, findById + save, ${reply} reply`, process, sessions: sessions, save };
  };
  const servers = [await server('whole'), await server('short')];
  client.close();
  return servers;
}

async function booksServer(books: BooksProcess): Promise<Server> {
  const authors = await BooksAuthors.create(books, maxSessions, textLength);
  return {
    name: 'books, PATCH',
    process: books.process,
    sessions: authors.sessions,
    save: (wire, session) => authors.save(wire, session),
  };
}

const versionOf = async (name: string): Promise<string> =>
  (
    JSON.parse(
      await readFile(fileURLToPath(new URL(`../../../node_modules/${name}/package.json`, import.meta.url)), 'utf8'),
    ) as { version: string }
  ).version;

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-bench-'));
const infrastructure = await startInfrastructure({ dataDir, report: (line) => console.error(line) });
const running: MeasuredProcess[] = [];
try {
  const [baselinePort = 0, booksPort = 0] = await freePorts(2);
  const baseline = await startBaseline(baselinePort, infrastructure.mongodbUri);
  running.push(baseline);
  const books = await BooksProcess.start(infrastructure, booksPort);
  running.push(books.process);
  const servers = [...(await baselineServers(baseline, `http://127.0.0.1:${baselinePort}`)), await booksServer(books)];
  const mongodPid = infrastructure.processes.find(({ plan }) => plan.name === 'mongod')?.pid;
  const versions = {
    node: process.version,
    express: await versionOf('express'),
    mongoose: await versionOf('mongoose'),
    mongodb: await versionOf('mongodb'),
  };
  for (const workload of workloads) {
    const [first, ...others] = servers.map((server) => candidate(server, workload, mongodPid));
    if (!first) throw new Error('There are no candidates.');
    const savesOfRun = workload.sessions * workload.saves;
    await compare({
      title: [
        `Autosave: a word typed into ${textLength} characters`,
        `${workload.sessions} at a time`,
        `${savesOfRun} saves a run`,
      ].join(', '),
      candidates: [first, ...others],
      figures: {
        'CPU a save': { unit: 'µs', decimals: 0 },
        'mongod CPU a save': { unit: 'µs', decimals: 0 },
        'bytes a save': { unit: 'B', decimals: 0 },
        'median answer': { unit: 'ms', decimals: 2 },
      },
      targets: { 'CPU a save': 0.3, 'bytes a save': 0.05 },
      warmUps,
      versions,
    });
  }
} finally {
  await Promise.all(running.map((each) => each.stop()));
  await infrastructure.stop();
  await rm(dataDir, { recursive: true, force: true });
}
