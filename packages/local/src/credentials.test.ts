import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureCredentials } from './credentials.ts';
import { DataFolder } from './data-folder.ts';
import { readSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openFolder = (name: string): DataFolder => DataFolder.open(path.join(folder, name));

describe('the passwords of MongoDB and NATS users', () => {
  it('have 192 random bits each, no two alike, and stay the same in their data folder', () => {
    const credentials = ensureCredentials(openFolder('one'));
    const passwords = [...Object.values(credentials.mongodb), ...Object.values(credentials.nats)];
    expect(passwords.length).toBeGreaterThan(20);
    expect(passwords.filter((password) => Buffer.from(password, 'base64url').length < 24)).toEqual([]);
    expect(new Set(passwords).size).toBe(passwords.length);
    expect(ensureCredentials(openFolder('one'))).toEqual(credentials);
    expect(ensureCredentials(openFolder('two')).mongodb).not.toEqual(credentials.mongodb);
  });
});

describe('the secrets of an installation', () => {
  it('are random, with no default password for administrators', async () => {
    const [one, two] = [
      await readSecrets(openFolder('one'), undefined),
      await readSecrets(openFolder('two'), undefined),
    ];
    expect(one.adminPassword).toMatch(/^[\w-]{16}$/);
    expect(one.sandboxWebhookSecret).toMatch(/^[\w-]{43}$/);
    expect([one.adminPassword === two.adminPassword, one.sandboxWebhookSecret === two.sandboxWebhookSecret]).toEqual([
      false,
      false,
    ]);
  });
});
