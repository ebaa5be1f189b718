import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createNote, exampleService, leakNote } from './testing/example-service.ts';
import { eventually } from './testing/eventually.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';
import { TestMetrics } from './testing/test-metrics.ts';
import { isDeep } from './testing/test-scale.ts';
import { testServers } from './testing/test-servers.ts';
import { type Answer, testUser, TestService } from './testing/test-service.ts';

const user = testUser();
/** When requests are sent, in milliseconds after the database has disappeared. */
const sendAtMs = isDeep ? [0, 100, 400, 800, 1200, 2000, 3000, 5000, 8000, 12_000, 20_000] : [0, 400, 1200, 3000];
/** The gateway may use the rest of its 2 s for itself. */
const maxAnswerMs = 1600;
/** An attempt that was lost blocks its `Idempotency-Key` for less than this. */
const retryWithinMs = 60_000;

/** MongoDB through a proxy: the driver must not learn the real address from the replica set. */
async function startDatabaseProxy(): Promise<{ proxy: TcpProxy; MONGODB_URI: string }> {
  const url = new URL(testServers().MONGODB_URI);
  const proxy = await TcpProxy.start(url);
  url.port = String(proxy.port);
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return { proxy, MONGODB_URI: url.href };
}

describe('a service without MongoDB', () => {
  let proxy: TcpProxy;
  let service: TestService;
  beforeEach(async () => {
    const database = await startDatabaseProxy();
    proxy = database.proxy;
    service = await TestService.start(exampleService, { MONGODB_URI: database.MONGODB_URI });
    await Promise.all(Array.from({ length: 8 }, () => write(randomUUID())));
  });
  afterEach(async () => {
    const { connection } = service.platform;
    // Unlike reads and writes, this command is not repeated when it used a connection that is still silent.
    await eventually(async () => await connection.dropDatabase().then(Boolean, () => false));
    await service.stop();
    proxy.stop();
  });

  const write = (key: string): Promise<Answer<Record<string, unknown>>> =>
    service.call(createNote, { as: user, body: { text: key }, headers: { 'idempotency-key': key } });

  async function timed(key: string) {
    const startedAt = performance.now();
    const { status, body, headers } = await write(key);
    return {
      ms: Math.round(performance.now() - startedAt),
      answer: [status, body['code'], headers.get('retry-after')],
    };
  }

  it('answers while the driver still waits for the database', async () => {
    let hasDriverFailed = false;
    const markFailed = () => (hasDriverFailed = true);
    proxy.silence();
    const read = service.platform.connection.collection('notes').findOne({ owner: 'nobody' });
    void read.then(markFailed, markFailed);
    const { status } = await write(randomUUID());
    expect({ status, hasDriverFailed }).toEqual({ status: 503, hasDriverFailed: false });
    await proxy.recover();
  });

  it('never performs a refused write later', async () => {
    // They wait in different steps of their work.
    const refused = Array.from({ length: 12 }, () => randomUUID());
    proxy.silence();
    const answers = await Promise.all(
      refused.map(async (text, index) => {
        await sleep(index * 20);
        return await service.call(createNote, { as: user, body: { text } });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    await proxy.recover();
    await eventually(async () => (await write(randomUUID())).status === 201);
    // Longer than the pause before a transaction is repeated.
    await sleep(1500);
    const notes = service.platform.connection.collection('notes');
    expect(await notes.find({ owner: user.userId, text: { $in: refused } }).toArray()).toEqual([]);
  });

  it.each([
    ['loses every packet', async () => proxy.silence()],
    ['refuses connections', async () => await proxy.refuse()],
  ])('answers each request with 503 when it %s, and writes each one once when it is back', async (how, disappear) => {
    const keys = sendAtMs.map(() => randomUUID());
    const running = keys.slice(0, 4).map(() => randomUUID());
    const begun = running.map((key) => write(key));
    await disappear();
    const outcomes = await Promise.all(
      keys.map(async (key, index) => await sleep(sendAtMs[index]).then(async () => await timed(key))),
    );
    const slowest = Math.max(...outcomes.map(({ ms }) => ms));
    process.stdout.write(`MongoDB ${how}: answers after ${outcomes.map(({ ms }) => ms).join(', ')} ms\n`);
    expect(outcomes.map(({ answer }) => answer)).toEqual(keys.map(() => [503, 'server.unavailable', '2']));
    if (isDeep) expect(slowest).toBeLessThanOrEqual(maxAnswerMs);
    await Promise.all(begun);

    await proxy.recover();
    const backAt = performance.now();
    await eventually(async () => (await write(randomUUID())).status === 201);
    process.stdout.write(`MongoDB ${how}: writes work ${Math.round(performance.now() - backAt)} ms after it is back\n`);
    const all = [...keys, ...running];
    await Promise.all(
      all.map((key) => eventually(async () => (await write(key)).status === 201, Boolean, retryWithinMs)),
    );
    const notes = service.platform.connection.collection('notes');
    const written = await notes.find({ owner: user.userId, text: { $in: all } }).toArray();
    expect(written.map(({ text }) => String(text)).sort()).toEqual(all.toSorted());
  });
});

describe('the dependencies of a service', () => {
  let broker: TcpProxy;
  let database: Awaited<ReturnType<typeof startDatabaseProxy>>;
  let scrape: TestMetrics;
  let service: TestService;
  beforeAll(async () => {
    const natsUrl = new URL(testServers().NATS_URL);
    broker = await TcpProxy.start(natsUrl);
    natsUrl.port = String(broker.port);
    database = await startDatabaseProxy();
    scrape = await TestMetrics.start();
    service = await TestService.start(exampleService, {
      MONGODB_URI: database.MONGODB_URI,
      NATS_URL: natsUrl.href,
    });
    scrape.serveReadiness(() => service.platform.health.read());
  });
  afterAll(async () => {
    await service.stop();
    await scrape.stop();
    broker.stop();
    database.proxy.stop();
  });

  const readiness = async () => {
    const response = await fetch(new URL('/readyz', scrape.url));
    return { status: response.status, body: await response.json() };
  };
  const publicReadiness = async () => await (await fetch(`${service.url}/readyz`)).json();
  const isUp = (dependency: string) => scrape.find('inkbear_dependency_up', { dependency });
  const reports = (status: number, checks: { mongodb: boolean; nats: boolean }) =>
    eventually(readiness, ({ body, ...found }) => {
      const { ready, checks: seen } = body as { ready: boolean; checks: object };
      return found.status === status && ready === (status === 200) && JSON.stringify(seen) === JSON.stringify(checks);
    });

  it('are up on the port of the metrics, and not named on the public port', async () => {
    await reports(200, { mongodb: true, nats: true });
    expect([await isUp('mongodb'), await isUp('nats')]).toEqual([1, 1]);
    expect(await publicReadiness()).toEqual({ ready: true });
  });

  it('are shown while NATS is unavailable; the service is ready and its writes work', async () => {
    await broker.refuse();
    await reports(200, { mongodb: true, nats: false });
    expect([await isUp('mongodb'), await isUp('nats')]).toEqual([1, 0]);
    expect(await publicReadiness()).toEqual({ ready: true });
    expect((await service.call(createNote, { as: user, body: { text: 'kept' } })).status).toBe(201);
    await broker.recover();
    await reports(200, { mongodb: true, nats: true });
    await eventually(async () => (await isUp('nats')) === 1);
  });

  it('are shown while MongoDB is unavailable; the service is not ready and refuses requests', async () => {
    database.proxy.silence();
    await reports(503, { mongodb: false, nats: true });
    expect([await isUp('mongodb'), await isUp('nats')]).toEqual([0, 1]);
    expect(await publicReadiness()).toEqual({ ready: false });
    expect((await service.call(leakNote, { params: { id: 'n' }, as: user })).status).toBe(503);
    await database.proxy.recover();
    await reports(200, { mongodb: true, nats: true });
    expect((await service.call(leakNote, { params: { id: 'n' }, as: user })).status).toBe(200);
  });

  it('are all unknown before the process has connected', async () => {
    const other = await TestMetrics.start();
    const response = await fetch(new URL('/readyz', other.url));
    expect([response.status, await response.json()]).toEqual([
      503,
      { ready: false, checks: { mongodb: false, nats: false } },
    ]);
    await other.stop();
  });
});
