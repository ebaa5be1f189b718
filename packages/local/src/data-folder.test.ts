import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataFolder } from './data-folder.ts';
import { lockDataFolder, lockName } from './lock.ts';
import { ensureKeys, readSecrets } from './secrets.ts';
import { readDemo, writeDemo } from './demo.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

describe('DataFolder', () => {
  it('rejects a folder with other files and leaves them unchanged', () => {
    writeFileSync(path.join(folder, 'thesis.txt'), 'mine');
    expect(() => DataFolder.open(folder)).toThrow(/was not made by Inkbear/);
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  it('rejects a folder with a foreign marker file', () => {
    writeFileSync(path.join(folder, 'inkbear-data.json'), '{"madeBy":"someone"}');
    expect(() => DataFolder.open(folder)).toThrow(/was not made by Inkbear/);
  });

  it('reopens its own folder, and deletes everything except marker and lock', () => {
    const data = DataFolder.open(folder);
    data.remember({ mongodVersion: '6.0.5', mongodPort: 21_000 });
    writeFileSync(data.file('demo.json'), '{}');
    writeFileSync(data.file(lockName), '{}');
    const again = DataFolder.open(folder);
    expect(again.marker.mongodPort).toBe(21_000);
    again.empty([lockName]);
    expect(readdirSync(folder).sort()).toEqual(['inkbear-data.json', lockName, 'logs']);
    expect(again.marker.mongodVersion).toBeUndefined();
  });

  it('does not empty a folder without its marker', () => {
    const data = DataFolder.open(folder);
    rmSync(data.file('inkbear-data.json'));
    writeFileSync(data.file('thesis.txt'), 'mine');
    expect(() => data.empty()).toThrow(/lost its file/);
    expect(existsSync(data.file('thesis.txt'))).toBe(true);
  });
});

describe('lockDataFolder', () => {
  it('reports the pid of the process that holds the lock', async () => {
    const data = DataFolder.open(folder);
    const unlock = await lockDataFolder(data, 'run-a');
    await expect(lockDataFolder(data, 'run-b')).rejects.toThrow(`Another Inkbear (process ${process.pid})`);
    unlock();
    (await lockDataFolder(data, 'run-b'))();
    expect(existsSync(data.file(lockName))).toBe(false);
  });

  it('takes over from a dead process, even when its pid was reused', async () => {
    const data = DataFolder.open(folder);
    writeFileSync(data.file(lockName), JSON.stringify({ pid: process.pid, startedAt: '1', runId: 'gone' }));
    (await lockDataFolder(data, 'run-c'))();
  });

  it('takes over a truncated lock file', async () => {
    const data = DataFolder.open(folder);
    writeFileSync(data.file(lockName), '{"pid":');
    (await lockDataFolder(data, 'run-d'))();
  });
});

describe('secrets', () => {
  it('creates keys readable by their owner only, and publishes no private key', () => {
    const data = DataFolder.open(folder);
    const keys = ensureKeys(data, ['gateway', 'auth-session']);
    expect(modeOf(path.dirname(keys.jwksFile))).toBe('700');
    expect([modeOf(keys.fileOf('gateway')), modeOf(keys.jwksFile)]).toEqual(['600', '600']);
    const { keys: published } = JSON.parse(readText(keys.jwksFile)) as { keys: Record<string, string>[] };
    expect(published.map((key) => [key['iss'], key['use'], 'd' in key])).toEqual([
      ['gateway', 'sig', false],
      ['auth-session', 'sig', false],
    ]);
    const privateKey = JSON.parse(readText(keys.fileOf('gateway'))) as Record<string, string>;
    expect(Object.keys(privateKey)).toEqual(['kid', 'kty', 'crv', 'x', 'y', 'd', 'alg', 'iss']);
    expect(privateKey['kid']).toBe(published[0]?.['kid']);
  });

  it('keeps keys and passwords between starts; ADMIN_PASSWORD replaces the password for one start only', async () => {
    const data = DataFolder.open(folder);
    const key = readText(ensureKeys(data, ['auth']).fileOf('auth'));
    expect(readText(ensureKeys(data, ['auth', 'books']).fileOf('auth'))).toBe(key);
    const first = await readSecrets(data, undefined);
    expect((await readSecrets(data, 'let me in')).adminPassword).toBe('let me in');
    expect((await readSecrets(data, undefined)).adminPassword).toBe(first.adminPassword);
    expect(modeOf(data.file('secrets.json'))).toBe('600');
  });

  it('keeps the demo passwords until seeding has finished', () => {
    const data = DataFolder.open(folder);
    const facts = { url: 'http://localhost:8080', adminPassword: 'x' };
    const before = writeDemo(data, facts, false);
    expect(writeDemo(data, facts, true).accounts).toEqual(before.accounts);
    expect(readDemo(data)?.seeded).toBe(true);
    expect(modeOf(data.file('demo.json'))).toBe('600');
  });
});

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
