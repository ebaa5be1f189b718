import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { patchChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { buildPath } from '@inkbear/contracts/route';
import { freePorts } from '@inkbear/local/free-port';
import { startInfrastructure } from '@inkbear/local/infrastructure';
import { BooksProcess } from './books-process.ts';
import { Desk, proseOf } from './desk.ts';
import { compare, type Contestant, median } from './harness.ts';
import { cpuOf, MeasuredProcess } from './measured-process.ts';
import { WireClient } from './wire-client.ts';

const textLength = 15_000;
/**
 * Chapters that are saved side by side, and how often each in one run: whole hundreds, because at every hundredth save
 * books writes the text again.
 */
const crowds = [
  { desks: 32, saves: 100 },
  { desks: 8, saves: 200 },
  { desks: 1, saves: 400 },
] as const;
/** A server that has been up for some minutes: before that, much of what is measured is Node compiling. */
const warmUps = 8;
const mostDesks = 32;

interface Server {
  readonly name: string;
  readonly process: MeasuredProcess;
  readonly desks: readonly Desk[];
  readonly save: (client: WireClient, desk: Desk) => Promise<void>;
}

/** One run: every desk saves one change after the other, all desks side by side. */
function contestant(
  { name, process, desks, save }: Server,
  crowd: (typeof crowds)[number],
  mongodPid: number | undefined,
): Contestant {
  const run = async () => {
    const client = new WireClient();
    const times: number[] = [];
    const mongod = () => (mongodPid === undefined ? NaN : cpuOf(mongodPid));
    const [cpuBefore, mongodBefore] = [await process.cpu(), mongod()];
    await Promise.all(
      desks.slice(0, crowd.desks).map(async (desk) => {
        for (let count = 0; count < crowd.saves; count += 1) {
          const startedAt = performance.now();
          await save(client, desk);
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

async function startPeer(port: number, mongodbUri: string): Promise<MeasuredProcess> {
  const file = fileURLToPath(new URL('./autosave-peer.ts', import.meta.url));
  return await MeasuredProcess.start(
    file,
    { NODE_ENV: 'production', MONGODB_URI: mongodbUri, PORT: String(port) },
    async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok,
  );
}

async function peerServers(process: MeasuredProcess, url: string): Promise<Server[]> {
  const client = new WireClient();
  const content = proseOf(textLength);
  const server = async (reply: 'whole' | 'short'): Promise<Server> => {
    const own = Array.from({ length: mostDesks }, () => new Desk(randomUUID(), content));
    for (const { id } of own) await client.send('POST', `${url}/chapters/${id}`, JSON.stringify({ content }));
    const save = async (wire: WireClient, desk: Desk) =>
      void (await wire.send(
        'PUT',
        `${url}/${reply}/${desk.id}`,
        JSON.stringify({ content: desk.type().text, wordCount: 2500 }),
      ));
    return { name: `Express, findById + save, ${reply} reply`, process, desks: own, save };
  };
  const servers = [await server('whole'), await server('short')];
  client.close();
  return servers;
}

async function booksServer(books: BooksProcess): Promise<Server> {
  const client = new WireClient();
  const authors = new Map<Desk, string>();
  for (let count = 0; count < mostDesks; count += 1) {
    const userId = randomUUID();
    const desk = new Desk(await books.createChapter(client, userId), proseOf(textLength));
    await client.send(
      'PUT',
      books.url + buildPath(saveChapter, { id: desk.id }),
      JSON.stringify({ content: proseOf(textLength) }),
      books.headers(userId),
    );
    desk.rev = 2;
    authors.set(desk, userId);
  }
  client.close();
  const save = async (wire: WireClient, desk: Desk) => {
    const { changes, changeId } = desk.type();
    const headers = {
      ...books.headers(authors.get(desk) ?? ''),
      'if-match': `"${desk.rev}"`,
      'time-zone': 'Europe/London',
    };
    const { body } = await wire.send(
      'PATCH',
      books.url + buildPath(patchChapter, { id: desk.id }),
      JSON.stringify({ changeId, changes }),
      headers,
    );
    desk.rev = (JSON.parse(body) as { rev: number }).rev;
  };
  return { name: 'books, PATCH', process: books.process, desks: [...authors.keys()], save };
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
  const [peerPort = 0, booksPort = 0] = await freePorts(2);
  const peer = await startPeer(peerPort, infrastructure.mongodbUri);
  running.push(peer);
  const books = await BooksProcess.start(infrastructure, booksPort);
  running.push(books.process);
  const servers = [...(await peerServers(peer, `http://127.0.0.1:${peerPort}`)), await booksServer(books)];
  const mongodPid = infrastructure.processes.find(({ plan }) => plan.name === 'mongod')?.pid;
  const versions = {
    node: process.version,
    express: await versionOf('express'),
    mongoose: await versionOf('mongoose'),
    mongodb: await versionOf('mongodb'),
  };
  for (const crowd of crowds) {
    const [first, ...others] = servers.map((server) => contestant(server, crowd, mongodPid));
    if (!first) throw new Error('There is nobody to compare.');
    await compare({
      title: `Autosave: a word typed into ${textLength} characters, ${crowd.desks} at a time, ${crowd.desks * crowd.saves} saves a run`,
      contestants: [first, ...others],
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
