import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** pino's level of a warning. */
const warnLevel = 40;
const maxWarnings = 40;

interface LogLine {
  readonly time: string;
  readonly service: string;
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

/**
 * The last warnings and errors that the services of a stack have logged, oldest first, one line each.
 * @param since milliseconds since 1970
 */
export async function warningsSince(dataDir: string, since: number): Promise<string[]> {
  const folder = path.join(dataDir, 'logs');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
  return files
    .flatMap((text) => text.split('\n').flatMap(parseLine))
    .filter(({ level, time }) => level >= warnLevel && Date.parse(time) >= since)
    .toSorted((a, b) => a.time.localeCompare(b.time))
    .slice(-maxWarnings)
    .map(({ time, service, msg, err }) => `${time} ${service}: ${msg}${err ? ` (${err.message})` : ''}`);
}

/** Skips the lines of mongod and NATS, which have other formats. */
function parseLine(text: string): LogLine[] {
  if (!text.startsWith('{"level":')) return [];
  try {
    return [JSON.parse(text) as LogLine];
  } catch {
    return []; // the process died while it wrote this line
  }
}
