import type { TestServer } from './testing/containers.ts';

export default async function stopAfterTests(): Promise<void> {
  const { inkbearTestServers: servers = [] } = globalThis as { inkbearTestServers?: readonly TestServer[] };
  await Promise.all(servers.map((server) => server.stop()));
}
