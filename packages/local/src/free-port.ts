import { createServer } from 'node:net';

/** Below the kernel's ephemeral port range, so that a port is still free after a restart. */
const minPort = 20_000;
const maxPort = 32_000;

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Browsers resolve `localhost` to IPv4 or IPv6, so a port counts as free only if it is free in both. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));
}

/** The preferred port, or the next free one after it. */
export async function nextFreePort(preferred: number): Promise<number> {
  for (let port = preferred; port < Math.min(preferred + 200, 65_536); port += 1)
    if (await isPortFree(port)) return port;
  throw new Error(`There is no free port from ${preferred} on.`);
}

/** Distinct random free ports, for processes whose port does not matter. */
export async function freePorts(count: number, random: () => number = Math.random): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count && tries < count + 2000; tries += 1) {
    const port = minPort + Math.floor(random() * (maxPort - minPort));
    if (!ports.has(port) && (await isPortFree(port))) ports.add(port);
  }
  if (ports.size < count) throw new Error(`There are no ${count} free ports between ${minPort} and ${maxPort}.`);
  return [...ports];
}
