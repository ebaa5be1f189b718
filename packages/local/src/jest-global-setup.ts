import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startInfrastructure } from './infrastructure.ts';

/** Starts one MongoDB and one NATS for all integration tests; each test file uses its own database. */
export default async function startForTests(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-int-'));
  const infrastructure = await startInfrastructure({
    dataDir,
    notablescan: true,
    report: (line) => console.error(line),
  });
  process.env['MONGODB_URI'] = infrastructure.mongodbUri;
  process.env['NATS_URL'] = infrastructure.natsUrl;
  Object.assign(globalThis, { inkbearInfrastructure: { infrastructure, dataDir } });
}
