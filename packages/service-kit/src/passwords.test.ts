import { afterAll, describe, expect, it, jest } from '@jest/globals';
import bcrypt from 'bcryptjs';
import { Piscina } from 'piscina';
import { decoyOf, Passwords } from './passwords.ts';
import { WorkerPool } from './worker-pool.ts';

const owner = 'address:192.0.2.1';
const password = 'violet-otter-9';

describe('Passwords', () => {
  const passwords = new Passwords({ cost: 10 });
  afterAll(async () => await passwords.close());

  it('compares with a decoy of the same cost when no account was found', async () => {
    const decoy = decoyOf(10);
    expect([bcrypt.getRounds(decoy), bcrypt.getSalt(decoy).length, decoy.length]).toEqual([10, 29, 60]);
    const compare = jest.spyOn(WorkerPool.prototype, 'run');
    expect(await passwords.matches({ password, hash: null, owner })).toBe(false);
    expect(compare.mock.calls.map(([task]) => task)).toEqual([{ kind: 'compare', password, hash: decoy }]);
    compare.mockRestore();
    expect(await passwords.matches({ password, hash: await passwords.hash(password, owner), owner })).toBe(true);
  });

  it('runs each call as a job of its client', async () => {
    const run = jest.spyOn(WorkerPool.prototype, 'run');
    const [hash, other] = [await passwords.hash(password, owner), 'address:192.0.2.2'];
    await passwords.matches({ password, hash, owner: other });
    expect(run.mock.calls.map(([, options]) => options)).toEqual([{ owner }, { owner: other }]);
    run.mockRestore();
  });

  it('refuses calls that would wait longer than the deadline of a sign-in allows', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    const run = jest.spyOn(Piscina.prototype, 'run').mockReturnValue(new Promise(() => undefined));
    const busy = new Passwords({ cost: 10 });
    const calls = Array.from({ length: 20 }, () => busy.hash(password, owner));
    const refused = Promise.allSettled(calls.slice(-1));
    jest.advanceTimersByTime(10_000);
    expect(await refused).toMatchObject([{ status: 'rejected', reason: { status: 503 } }]);
    for (const call of calls) call.catch(() => undefined);
    run.mockRestore();
    jest.useRealTimers();
  });

  it.each([
    ['more than 72 bytes whose first 72 are right', 'a'.repeat(72), `${'a'.repeat(72)}b`],
    ['more than 72 bytes of UTF-8 in fewer characters', 'ä'.repeat(36), 'ä'.repeat(37)],
    ['the right password twice with a NUL between, which bcrypt reads as the same', 'abcxyz', 'abcxyz\0abcxyz'],
  ])('refuses %s, and never hashes it', async (_name, right, cut) => {
    const hash = await passwords.hash(right, owner);
    expect(await passwords.matches({ password: right, hash, owner })).toBe(true);
    expect(await passwords.matches({ password: cut, hash, owner })).toBe(false);
    await expect(passwords.hash(cut, owner)).rejects.toThrow('would truncate');
  });
});
