import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import type { Connection } from 'mongoose';
import { ByteQuota, requireListRoom, seedQuotas } from './byte-quota.ts';
import { createLogger } from './logger.ts';
import { connectMongo } from './mongo.ts';
import { testServers } from './testing/test-servers.ts';

const quota = { free: 1000, pro: 10_000 };

describe('a quota of bytes', () => {
  let connection: Connection;
  let userId: string;
  let stored: { counted: number; deleted: number };
  let measurements: number;
  let known: Entitlement;
  let owners: Entitlement | null;
  let now: number;
  let bytes: ByteQuota;
  beforeAll(async () => {
    connection = await connectMongo({
      uri: testServers().MONGODB_URI,
      database: `test_quota_${randomBytes(5).toString('hex')}`,
      logger: createLogger('test', 'silent'),
    });
    for (const name of ['quotas', 'entitlements']) await connection.createCollection(name);
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  const process = () =>
    new ByteQuota({
      connection,
      quota,
      code: 'books.quota_used',
      refusal: 'Make room.',
      now: () => now,
      entitlements: { find: () => Promise.resolve(known), askOwner: () => Promise.resolve(owners) },
      measure: async () => {
        measurements += 1;
        const measured = { ...stored };
        await new Promise((resolve) => setTimeout(resolve, 5));
        return measured;
      },
    });
  const write = async (size: number) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    stored.counted += size;
  };
  const become = (more: Partial<Entitlement>) => void (known = { ...freeEntitlement(userId), ...more });
  const ask = (share: 'create' | 'edit', size: number) =>
    bytes
      .reserve({ userId, share, bytes: size }, () => write(size))
      .then(
        () => 'allowed',
        (error: { code: string; used: number; allowed: number }) => [error.code, error.used, error.allowed],
      );
  beforeEach(() => {
    userId = randomUUID();
    stored = { counted: 0, deleted: 0 };
    measurements = 0;
    owners = null;
    now = 1_000_000;
    become({});
    bytes = process();
  });

  it('refuses creating at 100 % and editing at 125 %, with what is used and allowed', async () => {
    stored.counted = 999;
    expect([await ask('create', 1), await ask('create', 1)]).toEqual(['allowed', ['books.quota_used', 1000, 1000]]);
    bytes = process();
    stored.counted = 1000;
    expect([
      await ask('create', 0),
      await ask('edit', 250),
      await ask('edit', 1),
      await ask('edit', -5),
      await ask('edit', 0),
    ]).toEqual([['books.quota_used', 1000, 1000], 'allowed', ['books.quota_used', 1250, 1000], 'allowed', 'allowed']);
  });

  it('does not count what is deleted, up to twice the quota with it, and a little more for edits', async () => {
    stored = { counted: 500, deleted: 1400 };
    expect([await ask('create', 100), await ask('create', 1)]).toEqual(['allowed', ['books.quota_used', 600, 1000]]);
    bytes = process();
    expect([await ask('edit', 250), await ask('edit', 1), await ask('edit', -1)]).toEqual([
      'allowed',
      ['books.quota_used', 850, 1000],
      'allowed',
    ]);
  });

  it('lets exactly as many through as there is room for when they come at once', async () => {
    stored.counted = 300;
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('create', 100)));
    expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(7);
  });

  it('counts nothing for a write that failed', async () => {
    stored.counted = 900;
    const failing = bytes.reserve({ userId, share: 'create', bytes: 100 }, () => Promise.reject(new Error('no disk')));
    await expect(failing).rejects.toThrow('no disk');
    expect(await ask('create', 100)).toBe('allowed');
  });

  it('measures once for many small edits, and again for large ones or after a second', async () => {
    for (let count = 0; count < 50; count += 1) await ask('edit', 1);
    expect(measurements).toBe(1);
    now += 1001;
    await ask('edit', 1);
    expect(measurements).toBe(1);
    await ask('create', 1);
    expect(measurements).toBe(2);
    now += 30_001;
    await ask('edit', 1);
    expect(measurements).toBe(3);
  });

  it('measures again before it refuses: what is gone meanwhile has made room', async () => {
    stored.counted = 990;
    await ask('edit', 1);
    stored.counted = 10;
    expect(await ask('create', 20)).toBe('allowed');
  });

  it('asks billing before it refuses a user whose plan has not arrived', async () => {
    stored.counted = 5000;
    expect(await ask('create', 1)).toEqual(['books.quota_used', 5000, 1000]);
    owners = { ...freeEntitlement(userId), plan: 'pro_monthly', isActive: true };
    expect(await ask('create', 1)).toBe('allowed');
    expect(await process().usage(userId)).toEqual({ used: 5001, allowed: 5001, deleted: 0 });
  });

  it('keeps what was stored when a larger plan ended, and forgets it when a larger one begins', async () => {
    become({ plan: 'pro_monthly', isActive: true });
    stored.counted = 4000;
    expect(await bytes.usage(userId)).toEqual({ used: 4000, allowed: 10_000, deleted: 0 });
    become({});
    expect(await bytes.usage(userId)).toEqual({ used: 4000, allowed: 4000, deleted: 0 });
    stored.counted = 3000;
    expect(await process().usage(userId)).toEqual({ used: 3000, allowed: 4000, deleted: 0 });
    become({ plan: 'pro_oneoff', isActive: true });
    expect((await bytes.usage(userId)).allowed).toBe(10_000);
    become({ plan: 'pro_oneoff', isActive: false });
    expect((await bytes.usage(userId)).allowed).toBe(3000);
  });

  it('keeps what was stored under Pro also when nothing was measured before Pro ended, once a migration has seeded the rows', async () => {
    const [active, ended, exporting, free] = [
      { plan: 'pro_monthly', isActive: true },
      { plan: 'pro_oneoff', isActive: false },
      { exportUntil: '2026-12-01T00:00:00.000Z' },
      {},
    ] as Partial<Entitlement>[];
    const people = [active, ended, exporting, free].map((more) => ({ ...freeEntitlement(randomUUID()), ...more }));
    const entitlements = connection.collection<{ _id: string }>('entitlements');
    await entitlements.insertMany(people.map(({ userId, ...rest }) => ({ _id: userId, ...rest })));
    await seedQuotas(connection, quota);
    stored.counted = 4000;
    const usages = async () => {
      const seen: number[] = [];
      for (const person of people) {
        become({ ...person, plan: 'free', isActive: false });
        seen.push((await process().usage(person.userId)).allowed);
      }
      return seen;
    };
    expect(await usages()).toEqual([4000, 4000, 4000, 1000]);
    await seedQuotas(connection, quota);
    stored.counted = 3000;
    expect(await usages()).toEqual([4000, 4000, 4000, 1000]);
  });

  it('keeps no row of a user who never had more than the free quota, and removes that of an erased one', async () => {
    await bytes.usage(userId);
    const rows = connection.collection<{ _id: string }>('quotas');
    expect(await rows.findOne({ _id: userId })).toBeNull();
    become({ plan: 'pro_monthly', isActive: true });
    await bytes.usage(userId);
    expect([await bytes.erase(userId, 500), await rows.findOne({ _id: userId })]).toEqual([1, null]);
  });

  it('of a list refuses what would grow beyond its bytes, and nothing that shrinks it', () => {
    const ask = (used: number, bytes: number) => () =>
      requireListRoom({ code: 'books.quota_used', used, bytes, refusal: 'Shorten some.' });
    expect(ask(4 * 1024 * 1024, 1)).toThrow('Shorten some.');
    expect(ask(9 * 1024 * 1024, -1)).not.toThrow();
    expect(ask(0, 4 * 1024 * 1024)).not.toThrow();
  });
});
