import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createRunFolder } from '@inkbear/service-kit/testing/run-folder';
import { startInfrastructure } from './infrastructure.ts';
import { testDataRoot } from './test-data-root.ts';
import { startContainers, type TestServer } from './testing/containers.ts';

/**
 * Starts one MongoDB and one NATS for each jest worker of the integration tests: in containers where there is a Docker
 * engine, otherwise as local processes. Each test file uses its own database, but all use the same subjects, so two
 * files may share a NATS only one after the other.
 */
export default async function startForTests({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  createRunFolder();
  const servers: TestServer[] = await Promise.all(Array.from({ length: maxWorkers }, startServers));
  process.env['TEST_SERVERS'] = JSON.stringify(servers.map(({ mongodbUri, natsUrl }) => ({ mongodbUri, natsUrl })));
  Object.assign(globalThis, { inkbearTestServers: servers });
}

async function startServers(): Promise<TestServer> {
  const report = (line: string) => console.error(line);
  const isGiven = process.env['MONGODB_URI'] || process.env['NATS_URL'];
  return (isGiven ? null : await startContainers(process.env, report)) ?? (await startLocalServers(report));
}

async function startLocalServers(report: (line: string) => void): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(testDataRoot(), 'inkbear-int-'));
  const infrastructure = await startInfrastructure({ dataDir, notablescan: true, report });
  const { mongodbUri, natsUrl } = infrastructure;
  const stop = async () => {
    await infrastructure.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { mongodbUri, natsUrl, stop };
}
