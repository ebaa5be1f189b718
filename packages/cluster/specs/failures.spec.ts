import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { frontendNames, processNames, serviceNames } from '@inkbear/contracts/services';
import { Author } from '@inkbear/e2e/author';
import { startCheckout } from '@inkbear/e2e/buy-plan';
import type { RouteOutcome } from '@inkbear/e2e/call-route';
import { ContinuousWriter } from '@inkbear/e2e/continuous-writer';
import { findUnhandledEvents } from '@inkbear/e2e/event-effects';
import {
  callInRounds,
  createOutageCallers,
  describeSlowest,
  listUnacceptable,
  listOutageRoutes,
  maxAnswerMs,
} from '@inkbear/e2e/outage-rounds';
import { ContinuousPayers } from '@inkbear/e2e/payers';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import {
  helm,
  kubectl,
  listPods,
  type Pod,
  processOf,
  publicUrl,
  readJson,
  release,
  scaleServer,
  waitUntilReady,
  waitUntilReplaced,
} from '../src/cluster.ts';
import { withDatabases } from '../src/databases.ts';
import { crash } from '../src/inspector.ts';
import { type Installation, useInstallation } from '../src/installation.ts';
import { recycleVolumes } from '../src/volumes.ts';

const readyWithinMs = 30_000;
/** Longer than any failure lasts here. */
const giveUpAfterMs = 120_000;
/** When all routes are called, in milliseconds after the pod of MongoDB is gone. */
const roundsAtMs = [0, 3000, 8000];
/** Polled throughout, also while MongoDB is stopped and restarted. */
const readRoutes = new Set(['getUser', 'listBooks', 'listChapters', 'getChapter']);
/** Slow enough for the rate limit of one author. */
const readEveryMs = 400;
/** One payer every twelve seconds, so that some pay during each failure; later those who have paid try again. */
const paying = { payers: 60, concurrency: 1, pauseMs: 12_000 };

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

describe('failures', () => {
  let installation: Installation;
  let payers: ContinuousPayers;
  let writer: ContinuousWriter;
  beforeAll(async () => {
    installation = await useInstallation();
    payers = await ContinuousPayers.start(installation.site, paying);
  }, 600_000);
  beforeEach(async () => void (writer = await ContinuousWriter.start(publicUrl, { pauseMs: 200, giveUpAfterMs })));
  afterEach(async () => {
    await waitUntilReady();
    const { acknowledged, stored } = await writer.stop();
    expect(stored).toBe(acknowledged);
    expect(acknowledged.length).toBeGreaterThan(0);
  });
  afterAll(async () => {
    await payers.stop();
    installation.gateway.close();
  }, 300_000);

  const readServerPod = (server: string) => readJson<Pod>('get', 'pod', `${server}-0`);

  it.each([...processNames, ...frontendNames.map((name) => `frontend-${name}`)])(
    '%s: is ready again within 30 s after a crash',
    // Lost words are checked after each test.
    async (name) => {
      const pod = (await listPods()).find((each) => processOf(each) === name)?.metadata.name ?? '';
      const readStatus = async () => (await readJson<Pod>('get', 'pod', pod)).status.containerStatuses?.[0];
      const restarts = (await readStatus())?.restartCount ?? 0;
      await crash(pod);
      const status = await eventually(
        readStatus,
        (now) => now !== undefined && now.restartCount > restarts && now.ready,
        readyWithinMs,
      );
      expect(status?.restartCount).toBe(restarts + 1);
    },
  );

  it.each(['mongodb', 'nats'])('%s: killing a pod loses nothing; everything is ready within 30 s', async (server) => {
    const killed = await readServerPod(server);
    const startedAt = Date.now();
    await kubectl(['delete', 'pod', `${server}-0`, '--grace-period=0', '--force']);
    await waitUntilReplaced(killed);
    const ms = Date.now() - startedAt;
    process.stdout.write(`${server} was killed: all ready after ${seconds(ms)}\n`);
    expect(ms).toBeLessThanOrEqual(readyWithinMs);
  });

  it('a lost disk of NATS loses no event: a payment made meanwhile arrives; everything is ready within 30 s', async () => {
    const author = await Author.register(publicUrl);
    const { clientSecret } = await startCheckout(author, 'pro_monthly');
    const killed = await readServerPod('nats');
    const startedAt = Date.now();
    await kubectl(['scale', 'statefulset/nats', '--replicas=0']);
    // Without the 40 s that NATS takes to stop in order; returns when its container has ended.
    await kubectl(['delete', 'pod', 'nats-0', '--ignore-not-found', '--grace-period=1']);
    const card = { clientSecret, cardNumber: '4242424242424242' };
    const [confirmed] = await Promise.all([
      author.call('POST', '/api/billing/sandbox/confirm', card),
      kubectl(['delete', 'persistentvolumeclaim', 'data-nats-0', '--timeout=60s']),
    ]);
    await recycleVolumes(installation.env);
    await kubectl(['scale', 'statefulset/nats', '--replicas=1']);
    await waitUntilReplaced(killed);
    const ms = Date.now() - startedAt;
    process.stdout.write(`NATS was killed and lost its disk: all ready after ${seconds(ms)}\n`);
    expect(confirmed.body['status']).toBe('succeeded');
    const status = await eventually(
      async () => (await author.call('GET', '/api/user/plan-status')).body,
      ({ plan }) => plan === 'pro_monthly',
      60_000,
    );
    expect(status['isActive']).toBe(true);
    expect(ms).toBeLessThanOrEqual(readyWithinMs);
  }, 300_000);

  it('every route answers within 2 s (503) while MongoDB is stopped', async () => {
    const callers = await createOutageCallers(installation.site, roundsAtMs.length);
    // Requests of the rounds could change what the caller has.
    const readAuthor = await Author.register(publicUrl);
    const reader = { author: readAuthor, resources: await readAuthor.createBook(), headers: {} };
    const routes = listOutageRoutes(serviceNames);
    const readable = routes.filter(({ id }) => readRoutes.has(id));
    const reads: RouteOutcome[] = [];
    let isOver = false;
    const readUntilOver = async () => {
      for (; !isOver; await sleep(readEveryMs)) reads.push(...(await callInRounds(readable, [reader], [0])).flat());
    };
    const savesBefore = writer.answers.length;
    const reading = readUntilOver();
    let rounds: RouteOutcome[][];
    try {
      await scaleServer('mongodb', 0);
      rounds = await callInRounds(routes, callers, roundsAtMs);
    } finally {
      await scaleServer('mongodb', 1);
      await waitUntilReady();
      isOver = true;
    }
    await reading;
    const saves = writer.answers.slice(savesBefore);
    const outcomes = rounds.flat();
    const laterRounds = rounds.slice(1).flat();
    const refused = [...reads, ...saves].filter(({ status }) => status !== 200);
    process.stdout.write(
      `MongoDB stopped: ${outcomes.length} answers of ${routes.length} routes, the slowest ${describeSlowest(outcomes)}; ` +
        `${refused.length} of ${reads.length} reads and ${saves.length} saves refused, ` +
        `the slowest ${describeSlowest([...reads, ...saves])}\n`,
    );
    // In the first second a request may be refused for its content before it reaches the database.
    expect(listUnacceptable([...outcomes, ...reads, ...saves])).toEqual([]);
    expect(laterRounds.filter(({ status }) => status !== 503)).toEqual([]);
    for (const each of [reads, saves]) expect(each.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
    expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
    expect([...outcomes, ...reads, ...saves].filter(({ ms }) => ms > maxAnswerMs)).toEqual([]);
  }, 300_000);

  it('saves work while NATS is stopped, and the test of the release says what is down', async () => {
    await scaleServer('nats', 0);
    const before = await writer.readStored();
    await eventually(
      () => writer.readStored(),
      (text) => text.length > before.length + 20,
      30_000,
    );
    await expect(helm(['test', release, '--logs', '--timeout=60s'])).rejects.toThrow(/nats/i);
    await scaleServer('nats', 1);
    await expect(helm(['test', release, '--logs', '--timeout=60s'])).resolves.toContain('Succeeded');
  }, 300_000);

  it('lose no payment, credit or event in the end', async () => {
    // Otherwise events of the writer and the payers would be in transit while the outboxes are read.
    await writer.stop();
    await payers.stop();
    expect(payers.paid).toHaveLength(paying.payers);
    expect(await payers.findDifferences()).toEqual([]);
    const findLost = () => withDatabases(findUnhandledEvents);
    expect(await eventually(findLost, (lost) => lost.length === 0, 120_000).catch(findLost)).toEqual([]);
  }, 600_000);
});
