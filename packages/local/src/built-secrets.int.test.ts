import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { frontendNames, serviceNames } from '@inkbear/contracts/services';
import { makeKey } from '@inkbear/operations/keys/private-jwk';
import { ensureCredentials } from './credentials.ts';
import { DataFolder } from './data-folder.ts';
import { repositoryRoot } from './paths.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-built-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How the secrets look that `npm start` generates, or that the environment gives to a process. */
const formats = {
  'a private JWK': /["']?\bd["']?\s?:\s?["'][\w-]{43}["']/,
  'a private key in PEM': /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----(?:\\n|\s)[\w+/]{40}/,
  // Examples in the comments of libraries have shorter passwords.
  'a connection string with a generated password': /\b(?:mongodb|nats|tls):\/\/[\w-]+:[\w-]{32}@/,
  'a key of a provider': /\b(?:[rs]k_(?:live|test)_\w{16}|whsec_\w{16}|sk-[\w-]{20})/,
} as const;

const findFormats = (text: string): string[] =>
  Object.entries(formats).flatMap(([name, format]) => (format.test(text) ? [name] : []));

/** The names of variables that have secrets. Pages have no environment, so they may not contain the names either. */
const secretNames = ['OPENAI_API_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SANDBOX_WEBHOOK_SECRET'];

const filesIn = (dist: string): string[] =>
  globSync(`${dist}/**/*`, { cwd: repositoryRoot, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe('the files that a build writes', () => {
  it.each(frontendNames.map((name) => `frontends/${name}`))('of %s contain no secret and no name of one', (name) => {
    const files = filesIn(`${name}/dist`);
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'latin1');
      return [...findFormats(text), ...secretNames.filter((secret) => text.includes(secret))].map(
        (secret) => `${file} contains ${secret}`,
      );
    });
    expect(found).toEqual([]);
  });

  it.each([...serviceNames.map((name) => `services/${name}`), 'gateway'])('of %s contain no secret', (name) => {
    const files = filesIn(`${name}/dist`);
    expect(files.map((file) => path.basename(file))).toContain('main.js');
    const found = files.flatMap((file) =>
      findFormats(readFileSync(file, 'latin1')).map((secret) => `${file} contains ${secret}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the formats of secrets', () => {
  const key = makeKey('auth-session');
  const { mongodb, nats } = ensureCredentials(DataFolder.open(folder));

  it.each([
    ['a private JWK', JSON.stringify(key)],
    ['a private JWK', `{kty:"EC",d:"${key.d}"}`],
    ['a private key in PEM', `-----BEGIN PRIVATE KEY-----\\n${'MIGHAgEA'.repeat(8)}`],
    ['a connection string with a generated password', `mongodb://books:${mongodb.books}@127.0.0.1:27017/`],
    ['a connection string with a generated password', `nats://gateway:${nats.gateway}@127.0.0.1:4222`],
    ['a key of a provider', `sk_live_${'51Hx'.repeat(6)}`],
    ['a key of a provider', `whsec_${'a1B2'.repeat(8)}`],
    ['a key of a provider', `sk-proj-${'a1B2'.repeat(8)}`],
  ])('find %s', (name, text) => {
    expect(findFormats(`before(${text})after`)).toEqual([name]);
  });

  it('do not find a public key', () => {
    const { d: _private, ...published } = key;
    expect(findFormats(JSON.stringify(published))).toEqual([]);
  });
});
