import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { type Infrastructure, startInfrastructure } from './infrastructure.ts';
import { testDataRoot } from './test-data-root.ts';

export interface TestServers {
  readonly infrastructure: Infrastructure;
  readonly dataDir: string;
}

/**
 * Starts one MongoDB and one NATS for each jest worker of the integration tests. Each test file uses its own database,
 * but all use the same subjects, so two files may share a NATS only one after the other.
 */
export default async function startForTests({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const servers: TestServers[] = await Promise.all(Array.from({ length: maxWorkers }, startServers));
  process.env['TEST_SERVERS'] = JSON.stringify(
    servers.map(({ infrastructure: { mongodbUri, natsUrl } }) => ({ mongodbUri, natsUrl })),
  );
  Object.assign(globalThis, { inkbearTestServers: servers });
}

async function startServers(): Promise<TestServers> {
  const dataDir = await mkdtemp(path.join(testDataRoot(), 'inkbear-int-'));
  const infrastructure = await startInfrastructure({
    dataDir,
    notablescan: true,
    report: (line) => console.error(line),
  });
  return { infrastructure, dataDir };
}
