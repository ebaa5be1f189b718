import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminSessionRevoked, type EventEnvelope, sessionRevoked } from '@inkbear/contracts/events';
import { Broker } from '@inkbear/service-kit/broker';
import { createLogger } from '@inkbear/service-kit/logger';
import { testEnvelope } from '@inkbear/service-kit/testing/test-events';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { call, TestEnvironment } from '../testing/test-gateway.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('sessions', () => {
  let environment: TestEnvironment;
  let gateway: string;
  let broker: Broker;
  let clockOffset = 0;
  beforeAll(async () => {
    environment = await TestEnvironment.start();
    gateway = await environment.open({}, { now: () => Date.now() + clockOffset });
    broker = new Broker({
      url: testServers().NATS_URL,
      name: 'test',
      prefix: `g${environment.run}.`,
      logger: createLogger('test', 'silent'),
    });
    await broker.ensureStream('auth');
    await broker.ensureStream('admin');
  });
  afterAll(async () => {
    await environment.stop();
    await broker.close();
  });

  const statusOf = async (headers: Record<string, string>, path = '/api/books', method = 'GET') =>
    (await call(gateway, method, path, { headers })).status;
  const publish = async (envelope: EventEnvelope) =>
    await broker.publish(envelope.type, envelope.id, JSON.stringify(envelope), null);

  it('give access to user routes until they expire', async () => {
    expect(await statusOf(environment.session())).toBe(200);
    expect(await call(gateway, 'GET', '/api/books')).toMatchObject({ status: 401, code: 'auth.signed_out' });
    expect(await statusOf(environment.session(randomUUID(), randomUUID(), -1))).toBe(401);
    expect(await statusOf(environment.session(randomUUID(), randomUUID(), 30 * 86_400))).toBe(401);
    expect(await statusOf(environment.session(randomUUID(), randomUUID(), 3600, 'admin-session'))).toBe(401);
    expect(await statusOf({ cookie: 'inkbear_session=nonsense' })).toBe(401);
  });

  it('are read from the __Host- cookie only when the site has https', async () => {
    const secureGateway = await environment.open({ PUBLIC_URL: 'https://write.example.org' });
    const { cookie } = environment.session();
    const statusWith = async (header: string) =>
      (await call(secureGateway, 'GET', '/api/books', { headers: { cookie: header } })).status;
    expect([await statusWith(`__Host-${cookie}`), await statusWith(cookie)]).toEqual([200, 401]);
    expect(await statusOf({ cookie: `__Host-${cookie}` })).toBe(401);
  });

  it('separate admin from user access', async () => {
    expect(await call(gateway, 'POST', '/api/admin/logout', { headers: environment.session() })).toMatchObject({
      status: 401,
      code: 'admin.token_required',
    });
    expect(await statusOf(environment.admin(), '/api/admin/logout', 'POST')).toBe(200);
    expect(await statusOf(environment.admin())).toBe(401);
    expect(await statusOf(environment.admin('x', 'inkbear-web'), '/api/admin/logout', 'POST')).toBe(401);
  });

  it('end as soon as the event arrives, but only the revoked one', async () => {
    const [userId, sid] = [randomUUID(), randomUUID()];
    const [revoked, other] = [environment.session(userId, sid), environment.session(userId)];
    expect(await statusOf(revoked)).toBe(200);
    environment.services.auth.failRevocations = true;
    await publish(testEnvelope(sessionRevoked, sid, { kind: 'session', seq: 1, sid, expiresAt: tomorrow() }));
    await eventually(async () => (await statusOf(revoked)) === 401);
    expect(await statusOf(other)).toBe(200);
    environment.services.auth.failRevocations = false;
  });

  it('are ignored on visitor routes after their end', async () => {
    const sid = randomUUID();
    environment.services.auth.revocations.push({ kind: 'session', seq: 5, sid, expiresAt: tomorrow() } as never);
    const headers = environment.session(randomUUID(), sid);
    await eventually(async () => (await statusOf(headers)) === 401);
    expect(await statusOf(headers, '/api/auth/logout', 'POST')).toBe(200);
    expect(environment.services.auth.last.headers['x-inkbear-identity']).toBeUndefined();
  });

  it('end by polling, including all earlier sessions of a user', async () => {
    const userId = randomUUID();
    const before = Math.floor(Date.now() / 1000) + 1;
    const old = environment.session(userId);
    environment.services.auth.revocations.push({
      kind: 'user',
      seq: 6,
      userId,
      before,
      expiresAt: tomorrow(),
    } as never);
    await eventually(async () => (await statusOf(old)) === 401);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await statusOf(environment.session(userId))).toBe(200);
  });

  it('end when the password is changed, except the one that changed it', async () => {
    const userId = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()];
    const revoke = (seq: number, exceptSid?: string) =>
      environment.services.auth.revocations.push({
        kind: 'user',
        seq,
        userId,
        before: Math.floor(Date.now() / 1000) + 1,
        ...(exceptSid === undefined ? {} : { exceptSid }),
        expiresAt: tomorrow(),
      } as never);
    const sessions = [environment.session(userId, first), environment.session(userId, second)] as const;
    revoke(7, first);
    await eventually(async () => (await statusOf(sessions[1])) === 401);
    expect(await statusOf(sessions[0])).toBe(200);
    // A later revocation, such as a reset by an admin, ends that one, too.
    revoke(8);
    await eventually(async () => (await statusOf(sessions[0])) === 401);
    expect(await statusOf(sessions[1])).toBe(401);
  });

  it('end for an admin by event and by polling', async () => {
    const [first, second] = [environment.admin('one'), environment.admin('two')];
    await publish(testEnvelope(adminSessionRevoked, 'one', { seq: 1, sid: 'one', expiresAt: tomorrow() }));
    await eventually(async () => (await statusOf(first, '/api/admin/logout', 'POST')) === 401);
    expect(await statusOf(second, '/api/admin/logout', 'POST')).toBe(200);
    environment.services.admin.revocations.push({ seq: 2, sid: 'two', expiresAt: tomorrow() } as never);
    await eventually(async () => (await statusOf(second, '/api/admin/logout', 'POST')) === 401);
  });

  it('are rejected without a recent revocation list: after 5 s for an admin, 60 s for a user', async () => {
    environment.services.auth.failRevocations = true;
    environment.services.admin.failRevocations = true;
    await new Promise((resolve) => setTimeout(resolve, 250));
    const [user, admin] = [environment.session(), environment.admin()];
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
    // Public routes and pages work, so the gateway stays reachable.
    expect((await fetch(`${gateway}/readyz`)).status).toBe(200);
    environment.services.auth.failRevocations = false;
    environment.services.admin.failRevocations = false;
    await eventually(async () => (await statusOf(user)) === 200);
    await eventually(async () => (await statusOf(admin, '/api/admin/logout', 'POST')) === 200);
  });
});
