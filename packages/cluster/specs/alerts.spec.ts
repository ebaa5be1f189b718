import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Author } from '@inkbear/e2e/author';
import { ContinuousWriter } from '@inkbear/e2e/continuous-writer';
import { buyPlan } from '@inkbear/e2e/buy-plan';
import { alerts } from '@inkbear/observability/alerts';
import { connectionOptions } from '@inkbear/service-kit/broker';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { AiStreams } from '../src/ai-streams.ts';
import { kubectl, listPods, processOf, publicUrl, readJson, scaleServer, upgrade } from '../src/cluster.ts';
import { readConnections } from '../src/connections.ts';
import { failingProviderValues, refusedText, startFailingAiProvider } from '../src/failing-ai-provider.ts';
import { blockEventLoop } from '../src/inspector.ts';
import { imageTag, type Installation, removeInstallation, useInstallation } from '../src/installation.ts';
import { PortForward } from '../src/port-forward.ts';
import { ClusterPrometheus } from '../src/prometheus.ts';
import { WritingLoad } from '../src/writing-load.ts';

const minutes = (count: number): number => count * 60_000;
const ordinaryMinutes = isDeep ? 60 : 5;
const requestsPerSecond = 10;
const rulesInstalled = 'metrics.rules=ConfigMap';
/** An export takes less than a second, so a queue of the usual length would refuse few of those sent at once. */
const shortExportQueue = 'services.export.env.PRESS_QUEUE=1';

/** Repeats work until `stop`; failed repetitions are expected, because a part of the system is broken. */
class Repeated {
  readonly #loop: Promise<void>;
  #isStopping = false;

  constructor(pauseMs: number, work: () => Promise<unknown>) {
    this.#loop = this.#repeat(pauseMs, work);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#loop;
  }

  async #repeat(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!this.#isStopping) {
      await work().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

async function createPaidAuthor(): Promise<{ author: Author; bookId: string; chapterId: string }> {
  const author = await Author.register(publicUrl);
  await buyPlan(author, 'pro_monthly');
  return { author, ...(await author.createBook()) };
}
const exportBook = (author: Author, bookId: string) =>
  author.call('POST', `/api/books/${bookId}/export/pdf`, { chapterOnly: false });
const rewrite = (author: Author, chapterId: string, content: string) =>
  author.call('POST', '/api/ai/enhance-content', { content, action: 'rewrite', chapterId, isSelection: true });

/** Refuses Prometheus the metrics of one service. Open connections are not closed, so Prometheus must be restarted. */
async function hideMetrics(service: string): Promise<void> {
  type Policy = { spec: { ingress: { ports: { port: number }[] }[] } };
  const policy = await readJson<Policy>('get', 'networkpolicy', `inkbear-${service}`);
  policy.spec.ingress = policy.spec.ingress.filter(({ ports }) => ports.every(({ port }) => port === 8080));
  await kubectl(['replace', '--filename=-'], { input: JSON.stringify(policy) });
}

/**
 * Publishes events that no consumer accepts. Consumers of other services store each as a dead letter; admin can store
 * only the first, so its other events stay pending.
 */
async function publishUnacceptableEvents(): Promise<void> {
  const servers = await Promise.all([PortForward.open('pod/mongodb-0', 27_017), PortForward.open('pod/nats-0', 4222)]);
  const [mongodb, nats] = servers;
  const ports = { mongodb: mongodb.port, nats: nats.port };
  const client = new MongoClient((await readConnections('ops', ports)).mongodbUri);
  const connection = await connect(connectionOptions((await readConnections('stories', ports)).natsUrl));
  try {
    const deadLetters = client.db('inkbear_admin').collection('dead_letters');
    // No document has the field, so a second one violates the index.
    await deadLetters.createIndex({ missing: 1 }, { unique: true });
    for (let count = 0; count < 4000; count += 1) connection.publish('stories.story.changed.v1', '{}');
    await connection.flush();
  } finally {
    await connection.close();
    await client.close();
    for (const each of servers) each.close();
  }
}

describe('the alerts', () => {
  let installation: Installation;
  let load: WritingLoad;
  const prometheus = new ClusterPrometheus();
  const fired = new Set<string>();
  beforeAll(async () => {
    installation = await useInstallation();
    await upgrade(imageTag, [rulesInstalled]);
    load = await WritingLoad.prepare(requestsPerSecond);
    // The first requests of a process are slow, which is not ordinary.
    await load.run(60);
    await prometheus.restart();
  }, 600_000);
  afterAll(async () => {
    prometheus.close();
    installation.gateway.close();
    // The faults leave events that nobody can handle, so the next spec file installs again.
    await removeInstallation();
  }, 300_000);

  const expectToFire = async (names: readonly string[], timeoutMs: number) => {
    const missing = await prometheus.waitUntilFired(names, timeoutMs);
    for (const name of await prometheus.listFired()) fired.add(name);
    expect(missing).toEqual([]);
  };
  const burns = (slo: string) => ['1h', '6h', '1d', '3d'].map((range) => `${slo}BudgetBurn${range}`);

  it(
    `are silent during ${ordinaryMinutes} minutes of ordinary load`,
    async () => {
      const { author, bookId } = await createPaidAuthor();
      const streams = await AiStreams.start(publicUrl);
      const exports = new Repeated(20_000, () => exportBook(author, bookId));
      await load.run(ordinaryMinutes * 60);
      await exports.stop();
      await streams.stop();
      expect(await prometheus.count('count(up{job="inkbear"} == 1)')).toBeGreaterThan(0);
      expect(await prometheus.listFired()).toEqual([]);
    },
    minutes(ordinaryMinutes + 5),
  );

  it(
    'fire while single parts are broken',
    async () => {
      const { author, bookId, chapterId } = await createPaidAuthor();
      await author.call('PUT', `/api/chapters/${chapterId}`, { content: 'The harbour was quiet.\n\n'.repeat(20_000) });
      await upgrade(imageTag, [rulesInstalled, shortExportQueue, ...failingProviderValues]);
      await hideMetrics('reviews');
      for (const pod of (await listPods()).filter((each) => processOf(each) === 'admin'))
        await blockEventLoop(pod.metadata.name);
      await publishUnacceptableEvents();
      await prometheus.restart();
      await startFailingAiProvider();
      const rewriting = new Repeated(4000, () => rewrite(author, chapterId, 'The harbour was quiet.'));
      const other = await createPaidAuthor();
      // More than half of all AI calls, and fewer than an author may make in a minute.
      const refusedRewriting = new Repeated(1500, () => rewrite(other.author, other.chapterId, refusedText));
      const exporting = new Repeated(45_000, () =>
        Promise.all(Array.from({ length: 20 }, () => exportBook(author, bookId))),
      );
      try {
        await expectToFire(
          [
            'ProcessNotScraped',
            'EventLoopBlocked',
            'DeadLetters',
            'ConsumerBehind',
            'PoolRefusals',
            'FailedReplies',
            'AiProviderFailing',
            'AiCallsRefused',
            'AiCostHigh',
            ...burns('AiFirstToken'),
            ...burns('Exports'),
          ],
          minutes(20),
        );
      } finally {
        await Promise.all([rewriting.stop(), refusedRewriting.stop(), exporting.stop()]);
      }
    },
    minutes(28),
  );

  it(
    'fire while NATS is unavailable',
    async () => {
      await prometheus.restart();
      await scaleServer('nats', 0);
      const registering = new Repeated(5000, () => Author.register(publicUrl));
      try {
        await expectToFire(['BrokerDisconnected', 'OutboxNotPublished'], minutes(6));
      } finally {
        await registering.stop();
        await scaleServer('nats', 1);
      }
    },
    minutes(10),
  );

  it(
    'fire while MongoDB is unavailable',
    async () => {
      await prometheus.restart();
      const reading = load.run(5 * 60);
      // Unlike those writers, this one saves without reading first.
      const writer = await ContinuousWriter.start(publicUrl, { pauseMs: 200, giveUpAfterMs: minutes(10) });
      await scaleServer('mongodb', 0);
      try {
        await expectToFire(['DatabaseDisconnected', ...burns('Saves'), ...burns('Reads')], minutes(5));
      } finally {
        await scaleServer('mongodb', 1);
        await reading;
        await writer.stop();
      }
    },
    minutes(12),
  );

  it('have all fired', () => {
    expect([...fired].toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
  });
});
