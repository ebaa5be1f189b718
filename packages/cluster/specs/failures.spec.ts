import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { frontendNames, processNames } from '@inkbear/contracts/services';
import { Author } from '@inkbear/e2e/author';
import { buyPlan } from '@inkbear/e2e/buy-plan';
import { ContinuousWriter } from '@inkbear/e2e/continuous-writer';
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
} from '../src/cluster.ts';
import { crash } from '../src/inspector.ts';
import { type Installation, useInstallation } from '../src/installation.ts';
import { recycleVolumes } from '../src/volumes.ts';

const readyWithinMs = 30_000;
const answeredWithinMs = 2000;

describe('failures', () => {
  let installation: Installation;
  let writer: ContinuousWriter;
  beforeAll(async () => void (installation = await useInstallation()), 600_000);
  beforeEach(async () => void (writer = await ContinuousWriter.start(publicUrl, { pauseMs: 200 })), 60_000);
  afterEach(async () => {
    await waitUntilReady();
    const { acknowledged, stored } = await writer.stop();
    expect(stored).toBe(acknowledged);
    expect(acknowledged.length).toBeGreaterThan(0);
  }, 180_000);
  afterAll(() => installation.gateway.close());

  it.each([...processNames, ...frontendNames.map((name) => `frontend-${name}`)])(
    'a crash of %s loses nothing, and it is ready again within 30 s',
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
    180_000,
  );

  it.each(['mongodb', 'nats'])(
    'a deleted pod of %s loses nothing, and all is ready again within 30 s',
    async (server) => {
      await kubectl(['delete', 'pod', `${server}-0`, '--grace-period=0', '--force']);
      await kubectl(['rollout', 'status', `statefulset/${server}`, '--timeout=120s']);
      expect(await waitUntilReady()).toBeLessThan(readyWithinMs);
    },
    180_000,
  );

  it('a lost disk of NATS loses no event: a payment made meanwhile arrives', async () => {
    const author = await Author.register(publicUrl);
    await scaleServer('nats', 0);
    const isPaid = buyPlan(author, 'pro_monthly').then(
      () => true,
      () => false,
    );
    await kubectl(['delete', 'persistentvolumeclaim', 'data-nats-0', '--timeout=60s']);
    await recycleVolumes(installation.env);
    await scaleServer('nats', 1);
    await isPaid;
    const status = await eventually(
      async () => (await author.call('GET', '/api/user/plan-status')).body,
      ({ plan }) => plan === 'pro_monthly',
      60_000,
    );
    expect(status['isActive']).toBe(true);
  }, 300_000);

  it('while MongoDB goes, is away and comes back, every answer comes within 2 s', async () => {
    const author = await Author.register(publicUrl);
    const { bookId, chapterId } = await author.createBook();
    const paths = ['/api/user', '/api/books', `/api/books/${bookId}/chapters`, `/api/chapters/${chapterId}`];
    const answers: { path: string; status: number; ms: number; retryAfter: string | null }[] = [];
    let isOver = false;
    const readUntilOver = async (path: string) => {
      while (!isOver) {
        const startedAt = Date.now();
        const { status, headers } = await author.call('GET', path);
        answers.push({ path, status, ms: Date.now() - startedAt, retryAfter: headers.get('retry-after') });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const readers = Promise.all(paths.map(readUntilOver));
    await scaleServer('mongodb', 0);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await scaleServer('mongodb', 1);
    await waitUntilReady();
    isOver = true;
    await readers;
    const refused = answers.filter(({ status }) => status !== 200);
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    process.stdout.write(
      `MongoDB away: ${refused.length} of ${answers.length} refused, slowest answer ${slowest} ms\n`,
    );
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
    expect(answers.filter(({ ms }) => ms > answeredWithinMs)).toEqual([]);
  }, 300_000);

  it('while NATS is away saves work, and the test of the release says what is down', async () => {
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
});
