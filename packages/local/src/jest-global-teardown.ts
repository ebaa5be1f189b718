import { rm } from 'node:fs/promises';
import type { TestServers } from './jest-global-setup.ts';

export default async function stopAfterTests(): Promise<void> {
  const { inkbearTestServers: servers = [] } = globalThis as { inkbearTestServers?: readonly TestServers[] };
  await Promise.all(
    servers.map(async ({ infrastructure, dataDir }) => {
      await infrastructure.stop();
      await rm(dataDir, { recursive: true, force: true });
    }),
  );
}
