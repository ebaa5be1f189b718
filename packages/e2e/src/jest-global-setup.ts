import { SharedResourcesServer, serverUrlVariable } from './shared-resources-server.ts';

export type GlobalWithSharedResources = typeof globalThis & { inkbearSharedResources?: SharedResourcesServer };

export default async function startSharedResources(): Promise<void> {
  const server = await SharedResourcesServer.listen();
  (globalThis as GlobalWithSharedResources).inkbearSharedResources = server;
  process.env[serverUrlVariable] = server.url;
}
