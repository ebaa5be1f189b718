import { afterAll, describe, expect, it } from '@jest/globals';
import { Passwords } from './passwords.ts';
import { ProblemError } from './problem.ts';

const share = 'address:192.0.2.1';
const password = 'violet-otter-9';

describe('Passwords', () => {
  const passwords = new Passwords({ worker: new URL('password-work.ts', import.meta.url), cost: 10 });
  afterAll(async () => await passwords.close());

  it('creates the decoy hash again after a full queue rejected it', async () => {
    const hash = passwords.hash.bind(passwords);
    passwords.hash = () => Promise.reject(new ProblemError('server.unavailable'));
    await expect(passwords.matches({ password, hash: null, share })).rejects.toThrow();
    passwords.hash = hash;
    expect(await passwords.matches({ password, hash: null, share })).toBe(false);
    expect(await passwords.matches({ password, hash: await hash(password, share), share })).toBe(true);
  });

  it.each([
    ['more than 72 bytes whose first 72 are right', 'a'.repeat(72), `${'a'.repeat(72)}b`],
    ['more than 72 bytes of UTF-8 in fewer characters', 'ä'.repeat(36), 'ä'.repeat(37)],
    ['the right password twice with a NUL between, which bcrypt reads as the same', 'abcxyz', 'abcxyz\0abcxyz'],
  ])('refuses %s, and never hashes it', async (_name, right, cut) => {
    const hash = await passwords.hash(right, share);
    expect(await passwords.matches({ password: right, hash, share })).toBe(true);
    expect(await passwords.matches({ password: cut, hash, share })).toBe(false);
    await expect(passwords.hash(cut, share)).rejects.toThrow('would truncate');
  });
});
