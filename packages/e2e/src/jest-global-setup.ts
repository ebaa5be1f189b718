import { SharedStackServer, sharedStackUrlName } from './shared-stack-server.ts';

export type GlobalWithSharedStack = typeof globalThis & { inkbearSharedStack?: SharedStackServer };

export default async function startSharedStackServer(): Promise<void> {
  const server = await SharedStackServer.listen();
  (globalThis as GlobalWithSharedStack).inkbearSharedStack = server;
  process.env[sharedStackUrlName] = server.url;
}
