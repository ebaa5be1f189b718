import { afterAll, describe, expect, it } from '@jest/globals';
import { Passwords } from './passwords.ts';
import { ProblemError } from './problem.ts';

describe('passwords', () => {
  const passwords = new Passwords({ worker: new URL('password-work.ts', import.meta.url), cost: 10 });
  afterAll(async () => await passwords.close());

  it('compares with a decoy again after a full queue refused to make it', async () => {
    const hash = passwords.hash.bind(passwords);
    passwords.hash = () => Promise.reject(new ProblemError('server.unavailable'));
    await expect(passwords.matches('violet-otter-9', null)).rejects.toThrow();
    passwords.hash = hash;
    expect(await passwords.matches('violet-otter-9', null)).toBe(false);
    expect(await passwords.matches('violet-otter-9', await hash('violet-otter-9'))).toBe(true);
  });
});
