import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminSessionRevoked, sessionRevoked } from '@inkbear/contracts/events';
import { Broker } from '@inkbear/service-kit/broker';
import { newId } from '@inkbear/service-kit/ids';
import { createLogger } from '@inkbear/service-kit/logger';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { call, eventually, TestHouse } from '../testing/test-gateway.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('a session at the gateway', () => {
  let house: TestHouse;
  let gateway: string;
  let broker: Broker;
  let clockOffset = 0;
  beforeAll(async () => {
    house = await TestHouse.start();
    gateway = await house.open({}, { now: () => Date.now() + clockOffset });
    broker = new Broker({
      url: testServers().NATS_URL,
      name: 'test',
      prefix: `g${house.run}.`,
      logger: createLogger('test', 'silent'),
    });
    await broker.ensureStream('auth');
    await broker.ensureStream('admin');
  });
  afterAll(async () => {
    await house.stop();
    await broker.close();
  });

  const statusOf = async (headers: Record<string, string>, path = '/api/books', method = 'GET') =>
    (await call(gateway, method, path, { headers })).status;
  const publish = async (type: string, data: unknown) => {
    const id = newId();
    await broker.publish(
      type,
      id,
      JSON.stringify({
        id,
        type,
        time: new Date().toISOString(),
        key: 'k',
        seq: 1,
        actor: 'test',
        traceparent: null,
        data,
      }),
      null,
    );
  };

  it('opens user routes while it lives', async () => {
    expect(await statusOf(house.session())).toBe(200);
    expect(await call(gateway, 'GET', '/api/books')).toMatchObject({ status: 401, code: 'auth.signed_out' });
    expect(await statusOf(house.session(randomUUID(), randomUUID(), -1))).toBe(401);
    expect(await statusOf(house.session(randomUUID(), randomUUID(), 30 * 86_400))).toBe(401);
    expect(await statusOf(house.session(randomUUID(), randomUUID(), 3600, 'admin-session'))).toBe(401);
    expect(await statusOf({ cookie: 'inkbear_session=nonsense' })).toBe(401);
  });

  it('keeps admin and user apart', async () => {
    expect(await call(gateway, 'POST', '/api/admin/logout', { headers: house.session() })).toMatchObject({
      status: 401,
      code: 'admin.token_required',
    });
    expect(await statusOf(house.admin(), '/api/admin/logout', 'POST')).toBe(200);
    expect(await statusOf(house.admin())).toBe(401);
    expect(await statusOf(house.admin('x', 'inkbear-web'), '/api/admin/logout', 'POST')).toBe(401);
  });

  it('ends with the event, at once and only for that session', async () => {
    const [userId, sid] = [randomUUID(), randomUUID()];
    const [ended, other] = [house.session(userId, sid), house.session(userId)];
    expect(await statusOf(ended)).toBe(200);
    house.services.auth.silent = true;
    await publish(sessionRevoked.type, { kind: 'session', seq: 1, sid, expiresAt: tomorrow() });
    await eventually(async () => (await statusOf(ended)) === 401);
    expect(await statusOf(other)).toBe(200);
    house.services.auth.silent = false;
  });

  it('is a visitor on open routes once it has ended', async () => {
    const sid = randomUUID();
    house.services.auth.revocations.push({ kind: 'session', seq: 5, sid, expiresAt: tomorrow() } as never);
    const headers = house.session(randomUUID(), sid);
    await eventually(async () => (await statusOf(headers)) === 401);
    expect(await statusOf(headers, '/api/auth/logout', 'POST')).toBe(200);
    expect(house.services.auth.last.headers['x-inkbear-identity']).toBeUndefined();
  });

  it('ends by polling, for all sessions that a user signed before', async () => {
    const userId = randomUUID();
    const before = Math.floor(Date.now() / 1000) + 1;
    const old = house.session(userId);
    house.services.auth.revocations.push({ kind: 'user', seq: 6, userId, before, expiresAt: tomorrow() } as never);
    await eventually(async () => (await statusOf(old)) === 401);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await statusOf(house.session(userId))).toBe(200);
  });

  it('ends for an admin by event and by polling', async () => {
    const [first, second] = [house.admin('one'), house.admin('two')];
    await publish(adminSessionRevoked.type, { seq: 1, sid: 'one', expiresAt: tomorrow() });
    await eventually(async () => (await statusOf(first, '/api/admin/logout', 'POST')) === 401);
    expect(await statusOf(second, '/api/admin/logout', 'POST')).toBe(200);
    house.services.admin.revocations.push({ seq: 2, sid: 'two', expiresAt: tomorrow() } as never);
    await eventually(async () => (await statusOf(second, '/api/admin/logout', 'POST')) === 401);
  });

  it('is not believed when too long nothing was heard: 5 s for an admin, 60 s for a user', async () => {
    house.services.auth.silent = true;
    house.services.admin.silent = true;
    await new Promise((resolve) => setTimeout(resolve, 250));
    const [user, admin] = [house.session(), house.admin()];
    clockOffset = 6000;
    expect(await statusOf(user)).toBe(200);
    expect(await call(gateway, 'POST', '/api/admin/logout', { headers: admin })).toMatchObject({
      status: 503,
      code: 'server.unavailable',
    });
    clockOffset = 61_000;
    expect(await call(gateway, 'GET', '/api/books', { headers: user })).toMatchObject({
      status: 503,
      code: 'server.unavailable',
    });
    expect(await statusOf(user, '/api/reviews')).toBe(200);
    expect((await fetch(`${gateway}/readyz`)).status).toBe(503);
    house.services.auth.silent = false;
    house.services.admin.silent = false;
    await eventually(async () => (await statusOf(user)) === 200);
    await eventually(async () => (await statusOf(admin, '/api/admin/logout', 'POST')) === 200);
  });
});
