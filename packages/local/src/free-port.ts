import { createServer } from 'node:net';
import type { Env } from './paths.ts';
import { StartError } from './start-error.ts';

interface PortRange {
  readonly min: number;
  readonly max: number;
}

/** Below the kernel's ephemeral port range, so that a port is still free after a restart. */
const defaultRange: PortRange = { min: 20_000, max: 31_999 };

/**
 * The range in `PORT_RANGE`, such as `20000-23999`. Runs that start at the same moment need disjoint ranges, because a
 * process listens on its port only a moment after the port was found free.
 */
function readPortRange(env: Env): PortRange {
  const text = env['PORT_RANGE'];
  if (!text) return defaultRange;
  const [min = 0, max = 0] = text.split('-').map(Number);
  if (!(Number.isInteger(min) && Number.isInteger(max) && min >= 1 && min <= max && max <= 65_535))
    throw new StartError(`PORT_RANGE is ${text}, which is not a range such as 20000-23999.`);
  return { min, max };
}

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

/** Distinct random free ports of `PORT_RANGE`, for processes whose port does not matter. */
export async function freePorts(
  count: number,
  env: Env = process.env,
  random: () => number = Math.random,
): Promise<number[]> {
  const { min, max } = readPortRange(env);
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count && tries < count + 2000; tries += 1) {
    const port = min + Math.floor(random() * (max - min + 1));
    if (!ports.has(port) && (await isPortFree(port))) ports.add(port);
  }
  if (ports.size < count) throw new Error(`There are no ${count} free ports between ${min} and ${max}.`);
  return [...ports];
}
