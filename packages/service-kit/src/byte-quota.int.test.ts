import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import type { Connection } from 'mongoose';
import { ByteQuota, requireListCapacity, seedQuotas } from './byte-quota.ts';
import { createLogger } from './logger.ts';
import { connectMongo } from './mongo.ts';
import { testServers } from './testing/test-servers.ts';

const quotaBytes = { free: 1000, pro: 10_000 };

describe('ByteQuota', () => {
  let connection: Connection;
  let userId: string;
  let stored: { counted: number; deleted: number };
  let measurements: number;
  let known: Entitlement;
  let current: Entitlement | null;
  let now: number;
  let quota: ByteQuota;
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
  const newQuota = () =>
    new ByteQuota({
      connection,
      quota: quotaBytes,
      code: 'books.quota_used',
      refusal: 'Make room.',
      now: () => now,
      entitlements: { find: () => Promise.resolve(known), fetchFromBilling: () => Promise.resolve(current) },
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
  const setEntitlement = (more: Partial<Entitlement>) => void (known = { ...freeEntitlement(userId), ...more });
  const reserve = (operation: 'create' | 'edit', size: number) =>
    quota
      .reserve({ userId, operation, bytes: size }, () => write(size))
      .then(
        () => 'allowed',
        (error: { code: string; used: number; allowed: number }) => [error.code, error.used, error.allowed],
      );
  beforeEach(() => {
    userId = randomUUID();
    stored = { counted: 0, deleted: 0 };
    measurements = 0;
    current = null;
    now = 1_000_000;
    setEntitlement({});
    quota = newQuota();
  });

  it('refuses creating at 100 % and editing at 125 %, and reports used and allowed bytes', async () => {
    stored.counted = 999;
    expect([await reserve('create', 1), await reserve('create', 1)]).toEqual([
      'allowed',
      ['books.quota_used', 1000, 1000],
    ]);
    quota = newQuota();
    stored.counted = 1000;
    expect([
      await reserve('create', 0),
      await reserve('edit', 250),
      await reserve('edit', 1),
      await reserve('edit', -5),
      await reserve('edit', 0),
    ]).toEqual([['books.quota_used', 1000, 1000], 'allowed', ['books.quota_used', 1250, 1000], 'allowed', 'allowed']);
  });

  it('ignores deleted bytes until stored plus deleted bytes exceed 200 % (a little more for edits)', async () => {
    stored = { counted: 500, deleted: 1400 };
    expect([await reserve('create', 100), await reserve('create', 1)]).toEqual([
      'allowed',
      ['books.quota_used', 600, 1000],
    ]);
    quota = newQuota();
    expect([await reserve('edit', 250), await reserve('edit', 1), await reserve('edit', -1)]).toEqual([
      'allowed',
      ['books.quota_used', 850, 1000],
      'allowed',
    ]);
  });

  it('allows exactly as many concurrent writes as fit the quota', async () => {
    stored.counted = 300;
    const answers = await Promise.all(Array.from({ length: 200 }, () => reserve('create', 100)));
    expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(7);
  });

  it('does not count a failed write', async () => {
    stored.counted = 900;
    const failing = quota.reserve({ userId, operation: 'create', bytes: 100 }, () =>
      Promise.reject(new Error('no disk')),
    );
    await expect(failing).rejects.toThrow('no disk');
    expect(await reserve('create', 100)).toBe('allowed');
  });

  it('measures once for many small edits, and again for large ones or after a second', async () => {
    for (let count = 0; count < 50; count += 1) await reserve('edit', 1);
    expect(measurements).toBe(1);
    now += 1001;
    await reserve('edit', 1);
    expect(measurements).toBe(1);
    await reserve('create', 1);
    expect(measurements).toBe(2);
    now += 30_001;
    await reserve('edit', 1);
    expect(measurements).toBe(3);
  });

  it('measures again before it refuses, so that freed space counts', async () => {
    stored.counted = 990;
    await reserve('edit', 1);
    stored.counted = 10;
    expect(await reserve('create', 20)).toBe('allowed');
  });

  it('asks billing before it refuses a user whose entitlement event has not arrived', async () => {
    stored.counted = 5000;
    expect(await reserve('create', 1)).toEqual(['books.quota_used', 5000, 1000]);
    current = { ...freeEntitlement(userId), plan: 'pro_monthly', isActive: true };
    expect(await reserve('create', 1)).toBe('allowed');
    expect(await newQuota().usage(userId)).toEqual({ used: 5001, allowed: 5001, deleted: 0 });
  });

  it('allows the bytes stored when a larger plan ended, until a larger plan begins again', async () => {
    setEntitlement({ plan: 'pro_monthly', isActive: true });
    stored.counted = 4000;
    expect(await quota.usage(userId)).toEqual({ used: 4000, allowed: 10_000, deleted: 0 });
    setEntitlement({});
    expect(await quota.usage(userId)).toEqual({ used: 4000, allowed: 4000, deleted: 0 });
    stored.counted = 3000;
    expect(await newQuota().usage(userId)).toEqual({ used: 3000, allowed: 4000, deleted: 0 });
    setEntitlement({ plan: 'pro_oneoff', isActive: true });
    expect((await quota.usage(userId)).allowed).toBe(10_000);
    setEntitlement({ plan: 'pro_oneoff', isActive: false });
    expect((await quota.usage(userId)).allowed).toBe(3000);
  });

  it('after the migration, keeps what was stored under Pro although Pro ended before any measurement', async () => {
    const [active, ended, exporting, free] = [
      { plan: 'pro_monthly', isActive: true },
      { plan: 'pro_oneoff', isActive: false },
      { exportUntil: '2026-12-01T00:00:00.000Z' },
      {},
    ] as Partial<Entitlement>[];
    const people = [active, ended, exporting, free].map((more) => ({ ...freeEntitlement(randomUUID()), ...more }));
    const entitlements = connection.collection<{ _id: string }>('entitlements');
    await entitlements.insertMany(people.map(({ userId: _id, ...rest }) => ({ _id, ...rest })));
    await seedQuotas(connection, quotaBytes);
    stored.counted = 4000;
    const usages = async () => {
      const seen: number[] = [];
      for (const person of people) {
        setEntitlement({ ...person, plan: 'free', isActive: false });
        seen.push((await newQuota().usage(person.userId)).allowed);
      }
      return seen;
    };
    expect(await usages()).toEqual([4000, 4000, 4000, 1000]);
    await seedQuotas(connection, quotaBytes);
    stored.counted = 3000;
    expect(await usages()).toEqual([4000, 4000, 4000, 1000]);
  });

  it('stores no row for users who never exceeded the free quota, and deletes the row of an erased user', async () => {
    await quota.usage(userId);
    const rows = connection.collection<{ _id: string }>('quotas');
    expect(await rows.findOne({ _id: userId })).toBeNull();
    setEntitlement({ plan: 'pro_monthly', isActive: true });
    await quota.usage(userId);
    expect([await quota.erase(userId, 500), await rows.findOne({ _id: userId })]).toEqual([1, null]);
  });

  it('refuses writes that grow a list beyond its maximum size, but none that shrink it', () => {
    const grow = (used: number, growth: number) => () =>
      requireListCapacity({ code: 'books.quota_used', used, bytes: growth, refusal: 'Shorten some.' });
    expect(grow(4 * 1024 * 1024, 1)).toThrow('Shorten some.');
    expect(grow(9 * 1024 * 1024, -1)).not.toThrow();
    expect(grow(0, 4 * 1024 * 1024)).not.toThrow();
  });
});
