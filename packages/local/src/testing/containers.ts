import { existsSync } from 'node:fs';
import { replicaSet } from '@inkbear/operations/mongodb/prepare-mongod';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { MongoClient } from 'mongodb';
import type { StartedTestContainer } from 'testcontainers';
import { readYaml } from '../cluster/golden.ts';
import type { Env } from '../paths.ts';
import type { Report } from '../report.ts';
import { messageOf } from '../start-error.ts';

export interface TestServer {
  readonly mongodbUri: string;
  readonly natsUrl: string;
  stop(): Promise<void>;
}

const dockerSocket = '/var/run/docker.sock';
const ports = { mongodb: 27_017, nats: 4222 };
const primaryDeadlineMs = 30_000;

/** The images of the chart's trial, unless the environment names others, such as images that were built locally. */
function chooseImages(env: Env): { readonly mongodb: string; readonly nats: string } {
  const { trialServers } = readYaml('charts/inkbear/values.yaml') as {
    trialServers: Record<'mongodb' | 'nats', { image: string }>;
  };
  return {
    mongodb: env['TEST_MONGODB_IMAGE'] ?? trialServers.mongodb.image,
    nats: env['TEST_NATS_IMAGE'] ?? trialServers.nats.image,
  };
}

/**
 * Starts a MongoDB and a NATS in containers, without authentication. Null without a Docker engine, and when the engine
 * cannot start them; then a line says why.
 */
export async function startContainers(env: Env, report: Report): Promise<TestServer | null> {
  if (!env['DOCKER_HOST'] && !existsSync(dockerSocket)) return null;
  const images = chooseImages(env);
  const started = await Promise.allSettled([startMongo(images.mongodb), startNats(images.nats)]);
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stop = async () => void (await Promise.all(running.map((container) => container.stop())));
  const [mongo, nats] = running;
  const failure = started.find((each) => each.status === 'rejected');
  if (failure || !mongo || !nats) {
    await stop();
    report(`The integration tests use local servers, because containers did not start: ${messageOf(failure?.reason)}`);
    return null;
  }
  return {
    mongodbUri: `mongodb://${addressOf(mongo, ports.mongodb)}/?directConnection=true`,
    natsUrl: `nats://${addressOf(nats, ports.nats)}`,
    stop,
  };
}

const addressOf = (container: StartedTestContainer, port: number): string =>
  `${container.getHost()}:${container.getMappedPort(port)}`;

async function startMongo(image: string): Promise<StartedTestContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withCommand([
      ...['mongod', '--replSet', replicaSet, '--bind_ip_all', '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '512'],
      ...['--setParameter', 'notablescan=1', '--setParameter', 'transactionLifetimeLimitSeconds=15'],
    ])
    .withExposedPorts(ports.mongodb)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  try {
    await initiate(addressOf(container, ports.mongodb));
    return container;
  } catch (error) {
    await container.stop();
    throw error;
  }
}

/** Makes the server a replica set of one node, because transactions need one. */
async function initiate(address: string): Promise<void> {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`);
  try {
    const admin = client.db('admin');
    const members = [{ _id: 0, host: `127.0.0.1:${ports.mongodb}` }];
    await admin.command({ replSetInitiate: { _id: replicaSet, members } });
    await eventually(
      () => admin.command({ hello: 1 }),
      ({ isWritablePrimary }) => isWritablePrimary === true,
      primaryDeadlineMs,
    );
  } finally {
    await client.close();
  }
}

async function startNats(image: string): Promise<StartedTestContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  return await new GenericContainer(image)
    .withCommand(['nats-server', '--jetstream', '--store_dir', '/tmp/nats'])
    .withExposedPorts(ports.nats)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start();
}
