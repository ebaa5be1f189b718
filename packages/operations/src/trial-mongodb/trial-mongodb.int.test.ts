import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findMongod } from '@inkbear/local/find-mongod';
import { freePorts } from '@inkbear/local/free-port';
import { type MongoUser, mongoUri, mongoUsers } from '../mongodb/mongo-users.ts';
import { discardReport } from '@inkbear/local/report';
import type { Logger } from '@inkbear/service-kit/logger';
import { MongoClient } from 'mongodb';
import { parseAllDocuments } from 'yaml';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { TrialMongodb } from './trial-mongodb.ts';

interface StatefulSet {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: { readonly containers: { readonly command: string[] }[] } } };
}

/** The command line of mongod in the chart, with the key file, folder and address of this test. */
async function readChartCommand(replacements: Readonly<Record<string, string>>): Promise<string[]> {
  const golden = path.resolve(import.meta.dirname, '../../../../charts/inkbear/golden/trial.yaml');
  const set = parseAllDocuments(await readFile(golden, 'utf8'))
    .map((document) => document.toJS() as StatefulSet | null)
    .find((each) => each?.kind === 'StatefulSet' && each.metadata.name === 'mongodb');
  const [program, ...words] = set?.spec.template.spec.containers[0]?.command ?? [];
  expect(program).toBe('mongod');
  return words.map((word) => replacements[word] ?? word);
}

const passwordsOf = (books: string) => ({ books, gateway: 'g'.repeat(24) }) as Parameters<typeof mongoUsers>[0];
const names = ['books', 'gateway'] as const;

describe('the sidecar of the trial’s MongoDB', () => {
  let folder: string;
  let address: string;
  let trial: TrialMongodb;
  let mongod: ChildProcess | undefined;
  const log: string[] = [];
  const fileOf = (name: string): string => path.join(folder, name);
  const first = passwordsOf('first-password-of-books');
  const writeUsers = (credentials: typeof first) =>
    writeFile(fileOf('users.json'), JSON.stringify(mongoUsers(credentials, names)));

  async function startMongod(): Promise<void> {
    const { MONGODB_URI: _uri, ...env } = process.env;
    const { command } = await findMongod(env, discardReport);
    const words = await readChartCommand({
      '/run/mongodb/key': fileOf('key'),
      '/data/db': fileOf('data'),
      '0.5': '0.25',
    });
    mongod = spawn(command, [...words, '--port', address.split(':')[1] ?? ''], { stdio: 'ignore' });
  }
  async function stopMongod(): Promise<void> {
    if (!mongod || mongod.exitCode !== null) return;
    const exited = once(mongod, 'exit');
    mongod.kill('SIGKILL');
    await exited;
  }
  const ask = async (page: string): Promise<[number, { reason?: string }]> => {
    const reply = await fetch(`${trial.url}${page}`);
    return [reply.status, (await reply.json()) as { reason?: string }];
  };
  async function waitForStatus(status: number): Promise<{ reason?: string }> {
    const [, body] = await eventually(
      () => ask('/readyz'),
      ([current]) => current === status,
    );
    return body;
  }
  async function write(user: MongoUser | undefined, database: string): Promise<void> {
    if (!user) throw new Error('There is no such user.');
    const client = new MongoClient(mongoUri({ host: address, replicaSet: 'rs0' }, user), {
      serverSelectionTimeoutMS: 5000,
    });
    try {
      await client.db(database).collection('notes').insertOne({ text: 'kept' });
    } finally {
      await client.close();
    }
  }
  const start = async (): Promise<void> => {
    const logger = {
      info: (fields: object, message: string) => void log.push(JSON.stringify({ ...fields, message })),
    } as unknown as Logger;
    trial = new TrialMongodb(
      {
        HOST: '127.0.0.1',
        PORT: 0,
        LOG_LEVEL: 'info',
        MONGODB_ADDRESS: address,
        MONGODB_MEMBER: address,
        SECRET_KEY_FILE: fileOf('secret-key'),
        KEY_FILE: fileOf('key'),
        USERS_FILE: fileOf('users.json'),
      },
      logger,
    );
    await trial.start();
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-trial-'));
    address = `127.0.0.1:${(await freePorts(1, process.env))[0]}`;
    await mkdir(fileOf('data'));
    await writeFile(fileOf('secret-key'), `${randomBytes(96).toString('base64')}\n`);
    await writeUsers(first);
    await start();
  });
  afterAll(async () => {
    await trial.stop();
    await stopMongod();
    await rm(folder, { recursive: true, force: true });
  });

  it('copies the key for its owner only, and is alive and not ready before mongod runs', async () => {
    expect((await stat(fileOf('key'))).mode & 0o777).toBe(0o400);
    expect(await readFile(fileOf('key'), 'utf8')).toBe(await readFile(fileOf('secret-key'), 'utf8'));
    expect((await ask('/healthz'))[0]).toBe(200);
    const [status, { reason }] = await ask('/readyz');
    expect([status, typeof reason]).toEqual([503, 'string']);
    expect((await ask('/'))[0]).toBe(404);
  });

  it('creates the replica set and the users with the command line of the chart, and then is ready', async () => {
    await startMongod();
    await waitForStatus(200);
    const [books, gateway] = mongoUsers(first, names);
    await write(books, 'inkbear_books');
    await expect(write(books, 'inkbear_auth')).rejects.toThrow('not authorized');
    await expect(write(gateway, 'inkbear_books')).rejects.toThrow('not authorized');
  });

  it('applies a changed password without a restart', async () => {
    const second = passwordsOf('second-password-of-books');
    await writeUsers(second);
    const [books] = mongoUsers(second, names);
    const canWrite = () =>
      write(books, 'inkbear_books').then(
        () => true,
        () => false,
      );
    await eventually(canWrite, Boolean);
    await expect(write(mongoUsers(first, names)[0], 'inkbear_books')).rejects.toThrow('Authentication failed');
  });

  it('reports a killed mongod and its return, and keeps the key that mongod uses when the Secret has another', async () => {
    await stopMongod();
    await waitForStatus(503);
    await trial.stop();
    await writeFile(fileOf('secret-key'), randomBytes(96).toString('base64'));
    await start();
    await startMongod();
    await waitForStatus(200);
    expect(await readFile(fileOf('key'), 'utf8')).not.toBe(await readFile(fileOf('secret-key'), 'utf8'));
  });

  it('is not ready with users that cannot be read, and logs none of their passwords', async () => {
    await writeFile(fileOf('users.json'), 'second-password-of-books, not JSON');
    expect(await waitForStatus(503)).toEqual({ ready: false, reason: 'the file of the users is not JSON' });
    expect(log.filter((line) => line.includes('"mongodb_ready"'))).toHaveLength(2);
    expect(log.join('')).not.toMatch(/-password-of-books/);
  });
});
