import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KeySet, keyReloadMs, loadSigningKey } from './keys.ts';
import { createTestKeys } from './testing/test-keys.ts';
import { signToken, verifyToken } from './tokens.ts';

describe('KeySet', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('finds a key only for its own issuer', () => {
    const { jwksFile, privateKeyFile } = createTestKeys(['gateway', 'books']);
    const signer = loadSigningKey(privateKeyFile('gateway'));
    const claims = { subject: 's', audience: 'a', lifeSeconds: 60 };
    const token = signToken(signer, claims);
    const forged = signToken({ current: () => ({ ...signer.current(), issuer: 'books' }) }, claims);
    const keys = new KeySet(jwksFile);
    expect(verifyToken(keys, token, { issuer: 'gateway', audience: 'a' })?.sub).toBe('s');
    expect(verifyToken(keys, token, { issuer: 'books', audience: 'a' })).toBeNull();
    expect(verifyToken(keys, forged, { issuer: 'books', audience: 'a' })).toBeNull();
    expect(verifyToken(keys, token, { issuer: 'gateway', audience: 'b' })).toBeNull();
  });

  it('keeps its keys while the file is unreadable, and reloads them when it is back', () => {
    const { jwksFile, privateKeyFile } = createTestKeys(['gateway']);
    const kid = loadSigningKey(privateKeyFile('gateway')).current().kid;
    const keys = new KeySet(jwksFile);
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const later = Date.now() + 61_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    rmSync(jwksFile);
    expect(keys.find(kid, 'gateway')).not.toBeNull();
    expect(warned).toHaveBeenCalledTimes(1);
    writeFileSync(jwksFile, JSON.stringify({ keys: [] }));
    jest.spyOn(Date, 'now').mockImplementation(() => later + 61_000);
    expect(keys.find(kid, 'gateway')).toBeNull();
  });

  it('throws when the file is missing at start', () => {
    expect(() => new KeySet('/nowhere/jwks.json')).toThrow('cannot be read');
    expect(() => loadSigningKey('/nowhere/key.json')).toThrow('cannot be read');
  });
});

describe('loadSigningKey', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('signs with a replaced key within a minute, without a restart', () => {
    jest.useFakeTimers();
    const [own, next] = [createTestKeys(['gateway']), createTestKeys(['gateway'])];
    const signer = loadSigningKey(own.privateKeyFile('gateway'));
    const before = signer.current();
    copyFileSync(next.privateKeyFile('gateway'), own.privateKeyFile('gateway'));
    expect(signer.current()).toBe(before);
    jest.advanceTimersByTime(keyReloadMs);
    const token = signToken(signer, { subject: 's', audience: 'a', lifeSeconds: 60 });
    const expected = { issuer: 'gateway', audience: 'a' };
    expect(verifyToken(new KeySet(next.jwksFile), token, expected)?.sub).toBe('s');
    expect(verifyToken(new KeySet(own.jwksFile), token, expected)).toBeNull();
  });

  it('keeps its key when the file disappears or belongs to another issuer', () => {
    jest.useFakeTimers();
    const { privateKeyFile } = createTestKeys(['gateway', 'books']);
    const signer = loadSigningKey(privateKeyFile('gateway'));
    const loaded = signer.current();
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    copyFileSync(privateKeyFile('books'), privateKeyFile('gateway'));
    jest.advanceTimersByTime(keyReloadMs);
    expect(signer.current()).toBe(loaded);
    rmSync(privateKeyFile('gateway'));
    jest.advanceTimersByTime(keyReloadMs);
    expect(signer.current()).toBe(loaded);
    expect(warned.mock.calls).toEqual([
      [expect.stringContaining('belongs to another issuer')],
      [expect.stringContaining('cannot be read')],
    ]);
  });
});
