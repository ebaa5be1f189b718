import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KeySet, loadSigningKey } from './keys.ts';
import { createTestKeys } from './testing/test-keys.ts';
import { signToken, verifyToken } from './tokens.ts';

describe('KeySet', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('finds a key only for its own issuer', () => {
    const { jwksFile, privateKeyFile } = createTestKeys(['gateway', 'books']);
    const token = signToken(loadSigningKey(privateKeyFile('gateway')), {
      subject: 's',
      audience: 'a',
      lifeSeconds: 60,
    });
    const keys = new KeySet(jwksFile);
    expect(verifyToken(keys, token, { issuer: 'gateway', audience: 'a' })?.sub).toBe('s');
    expect(verifyToken(keys, token, { issuer: 'books', audience: 'a' })).toBeNull();
    expect(verifyToken(keys, token, { issuer: 'gateway', audience: 'b' })).toBeNull();
  });

  it('keeps its keys while the file is unreadable, and reloads them when it is back', () => {
    const { jwksFile, privateKeyFile } = createTestKeys(['gateway']);
    const kid = loadSigningKey(privateKeyFile('gateway')).kid;
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
