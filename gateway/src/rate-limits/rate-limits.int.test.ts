import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import { createLogger } from '@inkbear/service-kit/logger';
import { TcpProxy } from '@inkbear/service-kit/testing/tcp-proxy';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { MongoClient } from 'mongodb';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { call, TestEnvironment } from '../testing/test-gateway.ts';
import { RateLimits } from './rate-limits.ts';

describe('rate limits', () => {
  let environment: TestEnvironment;
  let first: string;
  let second: string;
  beforeAll(async () => {
    environment = await TestEnvironment.start();
    [first, second] = await Promise.all([
      environment.open({ TRUST_PROXY_HOPS: 1 }),
      environment.open({ TRUST_PROXY_HOPS: 1 }),
    ]);
  });
  afterAll(async () => {
    await environment.stop();
    const client = new MongoClient(testServers().MONGODB_URI);
    await client.db(`test_gateway_${environment.run}`).dropDatabase();
    await client.close();
  });

  const requestExport = (gateway: string, headers: Record<string, string>) =>
    call(gateway, 'GET', '/api/user/export', { headers });
  const times = (count: number) => Array.from({ length: count });

  it('count a user at one gateway and share the count with the other within about a second', async () => {
    const headers = environment.session();
    const { points } = rateClasses.export;
    const statuses = await Promise.all(times(points).map(async () => (await requestExport(first, headers)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await requestExport(first, headers);
    expect([refused.status, refused.code]).toEqual([429, 'request.too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await eventually(async () => (await requestExport(second, headers)).status === 429);
    expect((await requestExport(second, environment.session())).status).toBe(200);
  });

  it('count sign-ins exactly across gateways, by address', async () => {
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

  it('use a one-day window for restores from the trash, because their events are never deleted', async () => {
    const headers = { ...environment.session(), 'content-type': 'application/json' };
    const restore = () => call(first, 'POST', '/api/trash/b1/restore', { headers, body: '{}' });
    const { points } = rateClasses.restore;
    const statuses: number[] = [];
    while (statuses.length < points)
      statuses.push(...(await Promise.all(times(50).map(restore))).map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await restore();
    expect([refused.status, refused.code]).toEqual([429, 'request.too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    expect(refused.text).toContain('Please continue tomorrow.');
    expect((await requestExport(first, headers)).status).toBe(200);
  });

  it('count in memory while the database is unreachable', async () => {
    const limits = new RateLimits({
      mongoUri: 'mongodb://127.0.0.1:1/?directConnection=true',
      database: 'none',
      broker: { publishEphemeral: () => false },
      gatewayId: 'test',
      logger: createLogger('test', 'silent'),
      classes: { ...rateClasses, 'sign-in': { points: 1, seconds: 60, stored: true } },
    });
    const key = randomUUID();
    await limits.count('sign-in', key);
    await expect(limits.count('sign-in', key)).rejects.toMatchObject({ code: 'request.too_many' });
    await limits.stop();
  });

  it('count in memory within about 0.4 s when the database stops responding', async () => {
    const url = new URL(testServers().MONGODB_URI);
    const proxy = await TcpProxy.start(url);
    url.port = String(proxy.port);
    url.searchParams.delete('replicaSet');
    url.searchParams.set('directConnection', 'true');
    const limits = new RateLimits({
      mongoUri: url.href,
      database: `test_gateway_${environment.run}`,
      broker: { publishEphemeral: () => false },
      gatewayId: 'test',
      logger: createLogger('test', 'silent'),
      classes: { ...rateClasses, 'sign-in': { points: 1, seconds: 60, stored: true } },
    });
    await limits.count('sign-in', randomUUID());
    proxy.silence();
    const key = randomUUID();
    const startedAt = performance.now();
    await limits.count('sign-in', key);
    const ms = Math.round(performance.now() - startedAt);
    process.stdout.write(`a rate was counted in memory after ${ms} ms\n`);
    if (isDeep) expect(ms).toBeLessThan(600);
    await expect(limits.count('sign-in', key)).rejects.toMatchObject({ code: 'request.too_many' });
    proxy.stop();
    await limits.stop();
  });
});
