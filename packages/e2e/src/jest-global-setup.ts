import { RunServer, runServerName } from './run-server.ts';

export type GlobalWithRunServer = typeof globalThis & { inkbearRunServer?: RunServer };

export default async function startRunServer(): Promise<void> {
  const server = await RunServer.listen();
  (globalThis as GlobalWithRunServer).inkbearRunServer = server;
  process.env[runServerName] = server.url;
}
