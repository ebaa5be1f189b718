import { rm } from 'node:fs/promises';
import type { Infrastructure } from './infrastructure.ts';

export default async function stopAfterTests(): Promise<void> {
  const { inkbearInfrastructure: started } = globalThis as {
    inkbearInfrastructure?: { infrastructure: Infrastructure; dataDir: string };
  };
  await started?.infrastructure.stop();
  if (started) await rm(started.dataDir, { recursive: true, force: true });
}
