import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectionOptions } from '@inkbear/service-kit/broker';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { DataFolder } from './data-folder.ts';
import { findMongod } from './find-mongod.ts';
import { findNatsServer } from './find-nats-server.ts';
import { freePorts } from './free-port.ts';
import { startInfrastructure } from './infrastructure.ts';
import { readServerInfo } from './nats.ts';
import { discardReport } from './report.ts';

const { MONGODB_URI: _uri, NATS_URL: _nats, ...env } = process.env;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-upgrade-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Repeats a call to a server that is starting until it succeeds. */
async function retryUntilUp(call: () => Promise<unknown>): Promise<void> {
  await eventually(() => call().catch(() => false));
}

/** Writes a document and a message with servers without authentication, as in earlier releases. Returns mongod's port. */
async function fillAsEarlierRelease(data: DataFolder): Promise<number> {
  const [mongoPort = 0, natsPort = 0] = await freePorts(2);
  const { command: mongodCommand, version } = await findMongod(env, discardReport, undefined);
  const mongod = spawn(
    mongodCommand,
    [
      '--replSet',
      'rs0',
      '--dbpath',
      data.folder('mongo'),
      '--bind_ip',
      '127.0.0.1',
      '--port',
      String(mongoPort),
      '--nounixsocket',
    ],
    { stdio: 'ignore' },
  );
  const client = new MongoClient(`mongodb://127.0.0.1:${mongoPort}/?directConnection=true`);
  const members = [{ _id: 0, host: `127.0.0.1:${mongoPort}` }];
  const command = (document: object) => client.db('admin').command(document);
  await retryUntilUp(() => command({ replSetInitiate: { _id: 'rs0', members } }));
  await retryUntilUp(async () => (await command({ hello: 1 }))['isWritablePrimary'] === true);
  const books = client.db('inkbear_books').collection<{ _id: string }>('books');
  await books.insertOne({ _id: 'earlier' }, { writeConcern: { w: 'majority', j: true } });
  await client.close();
  await stop(mongod);
  data.remember({ mongodVersion: version, mongodPort: mongoPort });

  const nats = spawn(
    await findNatsServer(env, discardReport),
    ['--addr', '127.0.0.1', '--port', String(natsPort), '--jetstream', '--store_dir', data.folder('nats')],
    { stdio: 'ignore' },
  );
  await retryUntilUp(async () => (await readServerInfo('127.0.0.1', natsPort)).jetstream === true);
  const connection = await connect({ servers: `127.0.0.1:${natsPort}` });
  await (await connection.jetstreamManager()).streams.add({ name: 'inkbear-books', subjects: ['books.>'] });
  await connection.jetstream().publish('books.book.created.v1', 'earlier');
  await connection.close();
  await stop(nats);
  return mongoPort;
}

it('adds users to a data folder of a release without authentication, keeps its data and replaces lost passwords', async () => {
  const data = DataFolder.open(path.join(dataDir, 'data'));
  const port = await fillAsEarlierRelease(data);
  // The harder case: the old port is taken, so the replica set must be reconfigured first.
  const portHolder = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await once(portHolder, 'listening');
  for (const isAgain of [false, true]) {
    if (isAgain) await rm(data.file('credentials.json'));
    const servers = await startInfrastructure({ dataDir: data.path, env });
    const client = new MongoClient(servers.addresses.mongodbUri('books'));
    expect(await client.db('inkbear_books').collection('books').findOne({})).toEqual({ _id: 'earlier' });
    await expect(client.db('inkbear_auth').collection('users').findOne({})).rejects.toMatchObject({
      codeName: 'Unauthorized',
    });
    await client.close();
    const connection = await connect({ ...connectionOptions(servers.natsUrl) });
    const { state } = await (await connection.jetstreamManager()).streams.info('inkbear-books');
    expect(state.messages).toBe(1);
    await connection.close();
    await servers.stop();
  }
  portHolder.close();
});
