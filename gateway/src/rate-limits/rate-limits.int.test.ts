import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import { createLogger } from '@inkbear/service-kit/logger';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { MongoClient } from 'mongodb';
import { call, eventually, TestHouse } from '../testing/test-gateway.ts';
import { StoredCounts } from './stored-counts.ts';

describe('how often a caller may ask', () => {
  let house: TestHouse;
  let first: string;
  let second: string;
  beforeAll(async () => {
    house = await TestHouse.start();
    [first, second] = await Promise.all([house.open({ TRUST_PROXY_HOPS: 1 }), house.open({ TRUST_PROXY_HOPS: 1 })]);
  });
  afterAll(async () => {
    await house.stop();
    const client = new MongoClient(testServers().MONGODB_URI);
    await client.db(`test_gateway_${house.run}`).dropDatabase();
    await client.close();
  });

  const exportOnce = (gateway: string, headers: Record<string, string>) =>
    call(gateway, 'GET', '/api/user/export', { headers });
  const times = (count: number) => Array.from({ length: count });

  it('is counted for a user at one gateway and known at the other within a second or so', async () => {
    const headers = house.session();
    const { points } = rateClasses.export;
    const statuses = await Promise.all(times(points).map(async () => (await exportOnce(first, headers)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await exportOnce(first, headers);
    expect([refused.status, refused.code]).toEqual([429, 'request.too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await eventually(async () => (await exportOnce(second, headers)).status === 429);
    expect((await exportOnce(second, house.session())).status).toBe(200);
  });

  it('counts a signing in exactly across gateways, by address', async () => {
    const login = (gateway: string, address: string) =>
      call(gateway, 'POST', '/api/auth/login', { headers: { 'x-forwarded-for': `1.1.1.1, ${address}` }, body: '{}' });
    const { points } = rateClasses['sign-in'];
    const statuses = await Promise.all(
      times(points + 10).map(async (_, index) => (await login(index % 2 ? first : second, '192.0.2.7')).status),
    );
    expect(statuses.filter((status) => status === 200).length).toBe(points);
    expect(statuses.filter((status) => status === 429).length).toBe(10);
    expect((await login(first, '192.0.2.8')).status).toBe(200);
  });

  it('goes on in memory when the database is not there', async () => {
    const counts = new StoredCounts({
      uri: 'mongodb://127.0.0.1:1/?directConnection=true',
      database: 'nowhere',
      logger: createLogger('test', 'silent'),
      classes: { ...rateClasses, 'sign-in': { points: 1, seconds: 60, stored: true } },
    });
    const key = randomUUID();
    await counts.take('sign-in', key);
    await expect(counts.take('sign-in', key)).rejects.toMatchObject({ consumedPoints: 2 });
    await counts.close();
  });
});
