import { createServer } from 'node:net';

/** Below the range from which the kernel takes ports for outgoing connections, so that a restart finds its port free. */
const lowest = 20_000;
const highest = 32_000;

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** `localhost` may mean either family in a browser, so a port counts as free only when both are. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));
}

/** The wished port, or the next free one after it. */
export async function nextFreePort(wished: number): Promise<number> {
  for (let port = wished; port < Math.min(wished + 200, 65_536); port += 1) if (await isPortFree(port)) return port;
  throw new Error(`no free port from ${wished} on`);
}

/** Distinct free ports for the processes nobody addresses by hand. */
export async function freePorts(count: number, random: () => number = Math.random): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count && tries < count + 2000; tries += 1) {
    const port = lowest + Math.floor(random() * (highest - lowest));
    if (!ports.has(port) && (await isPortFree(port))) ports.add(port);
  }
  if (ports.size < count) throw new Error(`no ${count} free ports between ${lowest} and ${highest}`);
  return [...ports];
}
