import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sessionAudience, sessionDays, sessionIssuer } from '@inkbear/contracts/auth/session-token';
import { keyReloadMs, KeySet, loadSigningKey } from '@inkbear/service-kit/keys';
import { parseInput } from '@inkbear/service-kit/operation';
import { signToken, verifyToken } from '@inkbear/service-kit/tokens';
import type { Target } from '../target.ts';
import { KeyFolder } from './key-folder.ts';
import { type KeySetFile, makeKey, mergeKeySet, type PrivateJwk, type PublicJwk } from './private-jwk.ts';
import { rotateKeysOperation } from './rotate-keys-command.ts';
import {
  issuers,
  type KeyFiles,
  nextFile,
  publishNextKey,
  removeRetired,
  signingFile,
  startSigning,
} from './rotation.ts';

const dayMs = 86_400_000;
let folder: string;
const file = (name: string): string => path.join(folder, name);
const readJson = <T>(name: string): T => JSON.parse(readFileSync(file(name), 'utf8')) as T;
const readKeySet = (): readonly PublicJwk[] => readJson<KeySetFile>('jwks.json').keys;
const kidOf = (issuer: string): string => readJson<PrivateJwk>(signingFile(issuer)).kid;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-rotation-'));
  const keys = issuers.map(makeKey);
  for (const key of keys) writeFileSync(file(signingFile(key.iss)), JSON.stringify(key));
  writeFileSync(file('jwks.json'), JSON.stringify(mergeKeySet(keys, [], { keys: [] })));
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

const reported: string[] = [];
async function run(words: readonly string[], input = ''): Promise<readonly string[]> {
  const target = { keyFolder: folder, readStandardInput: () => Promise.resolve(input) } as unknown as Target;
  const parsed = { ...parseInput(rotateKeysOperation, words), report: (line: string) => void reported.push(line) };
  return await rotateKeysOperation.run(target, parsed);
}
/** Publishes a key as the first step does, so that the command does not wait a minute. */
function publish(issuer: string): void {
  const keys = new KeyFolder(folder);
  keys.write(publishNextKey(keys.read(), makeKey(issuer), new Date()));
}

describe('rotate-keys', () => {
  it('keeps old sessions valid, and removes the replaced key only after they have expired', async () => {
    const [auth, gateway] = [loadSigningKey(file(signingFile(sessionIssuer))), new KeySet(file('jwks.json'))];
    const sign = () =>
      signToken(auth, { subject: 'ada', audience: sessionAudience, lifeSeconds: sessionDays * 86_400 });
    const isValid = (token: string) =>
      verifyToken(gateway, token, { issuer: sessionIssuer, audience: sessionAudience }) !== null;
    const [before, oldKid] = [sign(), auth.current().kid];
    publish(sessionIssuer);
    jest.advanceTimersByTime(keyReloadMs + 1000);
    sign(); // reads the key file again, just before it is replaced
    expect(await run([sessionIssuer])).toEqual([
      'New keys of auth-session sign within a minute.',
      expect.stringMatching(new RegExp(`^${oldKid}: valid until 2026-03-08T12:03:`)),
    ]);
    // The process has not read its key again: the last moment at which it signs with the old one.
    const last = sign();
    jest.advanceTimersByTime(keyReloadMs);
    const after = sign();
    expect([auth.current().kid === oldKid, isValid(before), isValid(last), isValid(after)]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    jest.advanceTimersByTime(sessionDays * dayMs - keyReloadMs - 1000);
    expect([isValid(last), await run(['--finish'])]).toEqual([true, [expect.stringContaining('valid until')]]);
    jest.advanceTimersByTime(3 * keyReloadMs);
    expect(await run(['--finish', '--dry-run'])).toEqual([`${oldKid}: would be removed`]);
    expect(readKeySet().map(({ kid }) => kid)).toContain(oldKid);
    expect(await run(['--finish'])).toEqual([`${oldKid}: removed`]);
    expect(readKeySet().map(({ kid }) => kid)).not.toContain(oldKid);
    expect(readKeySet()).toHaveLength(issuers.length);
    expect([isValid(last), await run(['--finish'])]).toEqual([false, ['There are no replaced keys.']]);
  });

  it('rotates every key when none is named', async () => {
    const before = issuers.map(kidOf);
    issuers.forEach(publish);
    jest.advanceTimersByTime(keyReloadMs + 1000);
    await run([]);
    const after = issuers.map(kidOf);
    expect(after.filter((kid) => before.includes(kid))).toEqual([]);
    expect(readKeySet().map(({ kid }) => kid)).toEqual(expect.arrayContaining([...before, ...after]));
    expect(readdirSync(folder).filter((name) => name.includes('next'))).toEqual([]);
    expect(statSync(file(signingFile('books'))).mode & 0o777).toBe(0o600);
  });

  it('changes nothing in a dry run', async () => {
    const before = new KeyFolder(folder).read();
    expect(await run(['books', '--dry-run'])).toEqual(['books: publishes a new key']);
    expect(new KeyFolder(folder).read()).toEqual(before);
  });

  it('continues after a crash between any two files', () => {
    const now = new Date();
    const keys = new KeyFolder(folder);
    const step = (changes: Readonly<Record<string, string | null>>, files: number): void =>
      keys.write(Object.fromEntries(Object.entries(changes).slice(0, files)));
    const old = kidOf('books');
    // The key set was not written: the key is replaced by another new one.
    step(publishNextKey(keys.read(), makeKey('books'), now), 1);
    const unseen = readJson<PrivateJwk>(nextFile('books')).kid;
    publish('books');
    const next = readJson<PrivateJwk>(nextFile('books')).kid;
    expect(next).not.toBe(unseen);
    for (const files of [1, 2]) {
      step(startSigning(keys.read(), 'books', now), files);
      const listed = readKeySet().filter(({ iss }) => iss === 'books');
      expect(listed.map(({ kid, retiresAt }) => [kid, retiresAt !== undefined])).toEqual([
        [old, true],
        [next, false],
      ]);
    }
    keys.write(startSigning(keys.read(), 'books', now));
    expect([kidOf('books'), Object.keys(keys.read()).includes(nextFile('books'))]).toEqual([next, false]);
  });

  it('never removes a key that still signs', () => {
    const keys = new KeyFolder(folder);
    publish('books');
    keys.write({ 'jwks.json': startSigning(keys.read(), 'books', new Date())['jwks.json'] ?? null });
    const { removed, waiting } = removeRetired(keys.read(), new Date(Date.now() + dayMs));
    expect([removed, waiting.map(({ kid }) => kid)]).toEqual([[], [kidOf('books')]]);
  });

  it('survives a start of Inkbear, which writes the key set again', () => {
    publish('books');
    const keys = new KeyFolder(folder);
    publish('auth');
    keys.write(startSigning(keys.read(), 'auth', new Date()));
    const before = readKeySet();
    const lost = { ...makeKey('ai'), kid: 'lost' };
    const signing = issuers.map((issuer) => readJson<PrivateJwk>(signingFile(issuer)));
    const merged = mergeKeySet(signing, [readJson(nextFile('books'))], { keys: [...before, { ...lost, use: 'sig' }] });
    expect(merged.keys.map(({ kid }) => kid).toSorted()).toEqual(before.map(({ kid }) => kid).toSorted());
  });
});

describe('rotate-keys --secret', () => {
  const secretOf = (files: KeyFiles): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'inkbear-keys', namespace: 'inkbear', resourceVersion: '7', managedFields: [{}] },
      data: Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
      ),
    });
  const filesOf = (secret: string): KeyFiles =>
    Object.fromEntries(
      Object.entries((JSON.parse(secret) as { data: Record<string, string> }).data).map(([name, text]) => [
        name,
        Buffer.from(text, 'base64').toString(),
      ]),
    );
  const kidIn = (files: KeyFiles, name: string): string => (JSON.parse(files[name] ?? '') as PrivateJwk).kid;

  it('does one step a run, refuses the second before every pod has the key, and keeps all other entries', async () => {
    const before = new KeyFolder(folder).read();
    const [published = '', ...more] = await run(['auth-session', '--secret'], secretOf(before));
    expect([more, JSON.parse(published)]).toMatchObject([
      [],
      { kind: 'Secret', metadata: { name: 'inkbear-keys', namespace: 'inkbear', resourceVersion: '7' } },
    ]);
    const first = filesOf(published);
    expect(kidIn(first, 'auth-session.json')).toBe(kidOf('auth-session'));
    await expect(run(['auth-session', '--secret'], secretOf(first))).rejects.toThrow(
      'The new public key of auth-session reaches every process by 2026-03-01T12:03:00.000Z.',
    );
    jest.advanceTimersByTime(180_000);
    const second = filesOf((await run(['auth-session', '--secret'], secretOf(first)))[0] ?? '');
    expect(kidIn(second, 'auth-session.json')).toBe(kidIn(first, 'auth-session.next.json'));
    expect(Object.keys(second).toSorted()).toEqual(Object.keys(before).toSorted());
    jest.advanceTimersByTime(8 * dayMs);
    const [finished = ''] = await run(['--secret', '--finish'], secretOf(second));
    const { keys } = JSON.parse(filesOf(finished)['jwks.json'] ?? '') as KeySetFile;
    expect(keys.filter(({ iss }) => iss === 'auth-session').map(({ kid }) => kid)).toEqual([
      kidIn(second, 'auth-session.json'),
    ]);
    // The files of this machine are not involved.
    expect(new KeyFolder(folder).read()).toEqual(before);
  });

  it('rejects anything but a Secret', async () => {
    for (const input of ['', '{}', '{"kind":"List"}'])
      await expect(run(['--secret'], input)).rejects.toThrow('Standard input is not the Secret');
  });
});
