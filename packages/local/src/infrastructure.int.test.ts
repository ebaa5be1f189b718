import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { MongoClient } from 'mongodb';
import { startInfrastructure } from './infrastructure.ts';

const { MONGODB_URI: _uri, NATS_URL: _nats, ...env } = process.env;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-infrastructure-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function inDatabase<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  return work(client).finally(() => client.close());
}

describe('startInfrastructure', () => {
  it('keeps the data after a restart, even when the old port is taken', async () => {
    const first = await startInfrastructure({ dataDir, env });
    await inDatabase(first.mongodbUri, (client) =>
      client
        .db('t')
        .collection<{ _id: string }>('words')
        .insertOne({ _id: 'before restart' }, { writeConcern: { w: 'majority', j: true } }),
    );
    await first.stop();
    const port = Number(new URL(first.mongodbUri).port);
    const portHolder = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await once(portHolder, 'listening');

    const second = await startInfrastructure({ dataDir, env });
    portHolder.close();
    expect(new URL(second.mongodbUri).port).not.toBe(String(port));
    await inDatabase(second.mongodbUri, async (client) => {
      expect(await client.db('t').collection('words').findOne({})).toEqual({ _id: 'before restart' });
      await client.withSession((session) =>
        session.withTransaction(() =>
          client.db('t').collection<{ _id: string }>('words').insertOne({ _id: 'after restart' }, { session }),
        ),
      );
    });
    await second.stop();
  });

  it('rejects queries without an index with `notablescan`', async () => {
    const strict = await startInfrastructure({ dataDir, env, notablescan: true });
    await inDatabase(strict.mongodbUri, async (client) => {
      await expect(client.db('t').collection('words').findOne({ colour: 'blue' })).rejects.toThrow(
        /notablescan|No query solutions/i,
      );
    });
    await strict.stop();
  });

  it('logs no values of slow commands', async () => {
    const running = await startInfrastructure({ dataDir, env });
    const [_id, before] = ['violet-otter', 'a slow command before it'];
    await inDatabase(running.mongodbUri, async (client) => {
      const words = client.db('t').collection<{ _id: string }>('words');
      // Every command counts as slow.
      await client.db('t').command({ profile: 0, slowms: -1 });
      await words.insertOne({ _id: before });
      await words.insertOne({ _id });
      await words.deleteMany({ _id: { $in: [_id, before] } });
    });
    await running.stop();
    const log = await readFile(path.join(dataDir, 'logs/mongod.log'), 'utf8');
    expect([log.length > 0, log.includes(_id), log.includes(before)]).toEqual([true, false, false]);
  });

  it('restarts mongod and NATS on the same ports after kill -9', async () => {
    const running = await startInfrastructure({ dataDir, env });
    for (const server of running.processes) {
      const killedPid = server.pid;
      server.kill('SIGKILL');
      await eventually(() => server.pid !== undefined && server.pid !== killedPid);
      await server.waitUntilReady();
    }
    await inDatabase(running.mongodbUri, (client) => client.db('t').command({ ping: 1 }));
    await running.stop();
  });

  it('rejects data of another MongoDB version and names both versions', async () => {
    const marker = path.join(dataDir, 'inkbear-data.json');
    const text = await readFile(marker, 'utf8');
    await writeFile(marker, JSON.stringify({ ...(JSON.parse(text) as object), mongodVersion: '3.2.1' }));
    await expect(startInfrastructure({ dataDir, env })).rejects.toThrow(/written by MongoDB 3\.2\.1, and only \d/);
  });

  it.each([
    ['an old server', '2.9.10', true, /is NATS 2\.9\.10.*2\.10\.23 or newer/],
    ['a server without JetStream', '2.11.0', false, /without JetStream/],
  ])('refuses to start when NATS_URL is the address of %s', async (_description, version, jetstream, message) => {
    const server = createServer((socket) => socket.end(`INFO ${JSON.stringify({ version, jetstream })}\r\n`)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const folder = path.join(dataDir, `foreign-${version}`);
    await expect(
      startInfrastructure({
        dataDir: folder,
        env: { ...env, MONGODB_URI: process.env['MONGODB_URI'], NATS_URL: `nats://127.0.0.1:${port}` },
      }),
    ).rejects.toThrow(message);
    server.close();
  });

  it('uses external servers with their URLs unchanged, and reports one warning for each', async () => {
    const reported: string[] = [];
    const { MONGODB_URI, NATS_URL } = process.env;
    const external = await startInfrastructure({
      dataDir: path.join(dataDir, 'external'),
      env: { ...env, MONGODB_URI, NATS_URL },
      report: (line) => reported.push(line),
    });
    expect([external.addresses.mongodbUri('books'), external.addresses.natsUrl('auth')]).toEqual([
      MONGODB_URI,
      NATS_URL,
    ]);
    expect(reported.map((line) => line.split(' ')[0]).sort()).toEqual(['MONGODB_URI', 'NATS_URL']);
    expect(external.processes).toEqual([]);
    await external.stop();
  });
});
