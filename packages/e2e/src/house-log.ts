import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** pino's number for a warning. */
const warning = 40;
const atMost = 40;

interface Line {
  readonly time: string;
  readonly service: string;
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

/** What the services of a house have warned of since then, oldest first: one line each, and of many the last.
 * @param since milliseconds since 1970 */
export async function warningsSince(dataDir: string, since: number): Promise<string[]> {
  const folder = path.join(dataDir, 'logs');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
  return files
    .flatMap((text) => text.split('\n').flatMap(readLine))
    .filter(({ level, time }) => level >= warning && Date.parse(time) >= since)
    .toSorted((a, b) => a.time.localeCompare(b.time))
    .slice(-atMost)
    .map(({ time, service, msg, err }) => `${time} ${service}: ${msg}${err ? ` (${err.message})` : ''}`);
}

/** mongod and NATS write other lines, and a process that dies writes none. */
function readLine(text: string): Line[] {
  if (!text.startsWith('{"level":')) return [];
  try {
    return [JSON.parse(text) as Line];
  } catch {
    return []; // cut off in the middle
  }
}
