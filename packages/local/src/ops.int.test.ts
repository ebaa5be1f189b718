import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { DataFolder } from './data-folder.ts';
import { type Infrastructure, startInfrastructure } from './infrastructure.ts';
import { pinnedNode, repositoryRoot } from './paths.ts';
import { ensureKeys, readSecrets } from './secrets.ts';

const { MONGODB_URI: _uri, NATS_URL: _nats, ...env } = process.env;
let folder: string;
let running: Infrastructure;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-ops-'));
  running = await startInfrastructure({ dataDir: path.join(folder, 'running'), env });
});
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run ops` as an operator does, on one of the data folders. */
const ops = (dataDir: string, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      pinnedNode,
      ['--no-warnings', path.join(repositoryRoot, 'packages/local/src/ops.ts'), ...args],
      { env: { ...env, DATA_DIR: path.join(folder, dataDir) } },
      (error, stdout, stderr) => resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

async function findUser(infrastructure: Infrastructure): Promise<unknown> {
  const client = await MongoClient.connect(infrastructure.mongodbUri);
  return await client
    .db('inkbear_auth')
    .collection<{ _id: string }>('users')
    .findOne({ _id: 'ada' })
    .finally(() => client.close());
}

describe('npm run ops', () => {
  it('backs up a running Inkbear and restores it into another data folder', async () => {
    const client = await MongoClient.connect(running.mongodbUri);
    await client.db('inkbear_auth').collection<{ _id: string }>('users').insertOne({ _id: 'ada' });
    await client.close();
    const written = await ops('running', 'backup');
    expect([written.exitCode, written.stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/^1 document, /)]);
    const [name = ''] = (await readdir(path.join(folder, 'backups'))).filter((entry) => entry.startsWith('2'));
    const backup = path.join(folder, 'backups', name);

    const refused = await ops('running', 'restore', backup, '--drop', 'inkbear_');
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('already runs on')]);
    expect(await findUser(running)).toEqual({ _id: 'ada' });

    const restored = await ops('restored', 'restore', backup);
    expect([restored.exitCode, restored.stdout.split('\n')[0]]).toEqual([0, expect.stringContaining(': 0 mismatches')]);
    const other = await startInfrastructure({ dataDir: path.join(folder, 'restored'), env });
    expect(await findUser(other)).toEqual({ _id: 'ada' });
    await other.stop();
  });

  it('uses the keys and the admin password of the data folder', async () => {
    const data = DataFolder.open(path.join(folder, 'running'));
    const withoutKeys = await ops('running', 'rotate-keys', '--finish');
    expect([withoutKeys.exitCode, withoutKeys.stderr]).toEqual([1, expect.stringContaining('There are no keys in')]);
    const { jwksFile } = ensureKeys(data, ['auth']);
    const before = await readFile(jwksFile, 'utf8');
    const withoutRotation = await ops('running', 'rotate-keys', '--finish');
    expect([withoutRotation.exitCode, withoutRotation.stdout]).toEqual([0, 'There are no replaced keys.\n']);
    ensureKeys(data, ['auth']);
    expect(await readFile(jwksFile, 'utf8')).toBe(before);
    const first = await readSecrets(data, undefined);
    const { stdout } = await ops('running', 'create-admin-password', '--store');
    const { adminPassword } = await readSecrets(data, undefined);
    expect([stdout.includes(adminPassword), adminPassword === first.adminPassword]).toEqual([true, false]);
  });

  it('reports without a stack trace that Inkbear is not running', async () => {
    const { exitCode, stderr } = await ops('never-started', 'backup');
    expect([exitCode, stderr.split('\n')[0]]).toEqual([
      2,
      'No database found: set MONGODB_URI, or DATA_DIR of a running Inkbear.',
    ]);
    const stopped = await ops('restored', 'erasures');
    expect([stopped.exitCode, stopped.stderr]).toEqual([1, 'MongoDB does not answer. Is Inkbear running?\n']);
  });
});
