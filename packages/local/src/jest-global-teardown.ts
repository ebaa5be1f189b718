import { removeRunFolder } from '@inkbear/service-kit/testing/run-folder';
import type { TestServer } from './testing/containers.ts';

export default async function stopAfterTests(): Promise<void> {
  const { inkbearTestServers: servers = [] } = globalThis as { inkbearTestServers?: readonly TestServer[] };
  removeRunFolder();
  await Promise.all(servers.map((server) => server.stop()));
}
